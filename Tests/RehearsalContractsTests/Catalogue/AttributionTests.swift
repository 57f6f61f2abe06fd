import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Attribution of requests", .limitedConcurrency)
struct AttributionTests {
    private let lost = ClientOutcome.transport(.connectionLost)

    /// A call that succeeds, one that is lost on the same connection, and an immediate repetition on another
    /// connection.
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

    @Test("A repetition without its body is attributed to the network stack, and is noted although the clause passes.")
    func resent() throws {
        let sut = MadeUp.client(DeclaredRetry(), .post, transport: "urlSession")
        let result = try sut.judge("RETRY-04", "reset/reused", call(("{}", ""), isComplete: false))
        #expect(result.verdict == .pass)
        let note =
            "3 seen: 2 by the client, 1 by its network stack, "
            + "which sent it again without its body on a dead connection"
        #expect(result.notes == [note])
    }

    @Test("A repetition is attributed to the network stack even if its target lacks an empty query.")
    func question() throws {
        let sut = MadeUp.client(DeclaredRetry(), .post, transport: "urlSession")
        var call = call(("{}", ""), isComplete: false)
        call.retarget(2, to: "/items?")
        #expect(try sut.judge("RETRY-04", "reset/reused", call).verdict == .pass)
        call.retarget(2, to: "/items?a")
        #expect(try sut.judge("RETRY-04", "reset/reused", call).verdict == .fail)
    }

    @Test("A repetition with its body is attributed to the client if its stack resends no bodies.")
    func own() throws {
        let sut = MadeUp.client(DeclaredRetry(), .post, transport: "urlSession")
        let result = try sut.judge("RETRY-04", "reset/reused", call(("{}", "{}"), isComplete: true))
        #expect(result.findings == ["expected 2 requests, saw 3"])
    }

    @Test("A finding counts the client's requests and the network stack's separately.")
    func both() throws {
        let sut = MadeUp.client(DeclaredRetry(), .post, transport: "urlSession")
        let result = try sut.judge("RETRY-04", "reset/reused", call(("{}", ""), isComplete: false, more: true))
        let finding =
            "expected 2 requests, saw 3 (4 seen: 3 by the client, 1 by its network stack, "
            + "which sent it again without its body on a dead connection)"
        #expect(result.findings == [finding])
    }

    @Test("A repetition is attributed to an unknown stack, and to the client if its stack resends nothing.")
    func stacks() throws {
        let call = call(("{}", "{}"), isComplete: true)
        let unknown = MadeUp.client(DeclaredRetry(), .post, transport: "python")
        #expect(try unknown.judge("RETRY-04", "reset/reused", call).verdict == .pass)
        let plain = MadeUp.client(DeclaredRetry(), .post, transport: "sockets")
        #expect(try plain.judge("RETRY-04", "reset/reused", call).verdict == .fail)
    }
}
