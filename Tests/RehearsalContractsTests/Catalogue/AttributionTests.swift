import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Who sent what is seen on the wire", .admitted)
struct AttributionTests {
    private let lost = ClientOutcome.transport(.connectionLost)

    /// A call that is answered, one that is lost on the same connection, and what follows at once on another.
    private func call(_ bodies: (String, String), isComplete: Bool, more: Bool = false) -> MadeUpCall {
        var call = MadeUpCall()
        call.add("POST", at: .zero, on: .init(), body: bodies.0)
        call.add("POST", at: .seconds(1), on: .init(connection: 0, exchange: 1), body: bodies.0, end: .fault)
        let again = MadeUpCall.Place(connection: 1, exchange: 0)
        call.add("POST", at: .milliseconds(1_003), on: again, body: bodies.1, announced: isComplete, end: .fault)
        if more { call.add("POST", at: .seconds(2), on: .init(connection: 2, exchange: 0), body: bodies.0) }
        call.outcomes = [.value([1, 2]), lost]
        return call
    }

    @Test("What a stack sends again without its body is not the client's, and is noted although nothing is wrong.")
    func resent() throws {
        let sut = MadeUp.client(DeclaredRetry(), .post, transport: "urlSession")
        let result = try sut.judge("RETRY-04", "reset/reused", call(("{}", ""), isComplete: false))
        #expect(result.verdict == .pass)
        let note =
            "3 seen: 2 by the client, 1 by its network stack, "
            + "which sent it again without its body on a dead connection"
        #expect(result.notes == [note])
    }

    @Test("A request is the stack's also where the stack has dropped a question mark that nothing follows.")
    func question() throws {
        let sut = MadeUp.client(DeclaredRetry(), .post, transport: "urlSession")
        var call = call(("{}", ""), isComplete: false)
        call.retarget(2, to: "/items?")
        #expect(try sut.judge("RETRY-04", "reset/reused", call).verdict == .pass)
        call.retarget(2, to: "/items?a")
        #expect(try sut.judge("RETRY-04", "reset/reused", call).verdict == .fail)
    }

    @Test("What comes with its body is the client's, on a stack that sends none.")
    func own() throws {
        let sut = MadeUp.client(DeclaredRetry(), .post, transport: "urlSession")
        let result = try sut.judge("RETRY-04", "reset/reused", call(("{}", "{}"), isComplete: true))
        #expect(result.findings == ["expected 2 requests, saw 3"])
    }

    @Test("What both have sent is told apart in the finding.")
    func both() throws {
        let sut = MadeUp.client(DeclaredRetry(), .post, transport: "urlSession")
        let result = try sut.judge("RETRY-04", "reset/reused", call(("{}", ""), isComplete: false, more: true))
        let finding =
            "expected 2 requests, saw 3 (4 seen: 3 by the client, 1 by its network stack, "
            + "which sent it again without its body on a dead connection)"
        #expect(result.findings == [finding])
    }

    @Test("Of a stack that nobody knows it is taken for the stack's; of one that sends nothing again it is not.")
    func stacks() throws {
        let call = call(("{}", "{}"), isComplete: true)
        let unknown = MadeUp.client(DeclaredRetry(), .post, transport: "python")
        #expect(try unknown.judge("RETRY-04", "reset/reused", call).verdict == .pass)
        let plain = MadeUp.client(DeclaredRetry(), .post, transport: "sockets")
        #expect(try plain.judge("RETRY-04", "reset/reused", call).verdict == .fail)
    }
}
