import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for broken connections", .limitedConcurrency)
struct TransportRuleTests {
    private func call(_ outcomes: ClientOutcome..., took: Duration = .zero) -> MadeUpCall {
        var call = MadeUpCall(waits: [])
        (call.outcomes, call.took) = (outcomes, took)
        return call
    }

    private let once = MadeUp.client(.none, transport: "urlSession")

    @Test("A refused connection must be reported as one within the time limit.")
    func refused() throws {
        #expect(try once.judge("TRN-01", "", call(.transport(.cannotConnect, code: -1004))).verdict == .pass)
        #expect(try once.judge("TRN-01", "", call(.transport(.connectionLost, code: -1005))).verdict == .fail)
        #expect(try once.judge("TRN-01", "", call(.value([1, 2]))).verdict == .fail)
        let late = call(.transport(.cannotConnect, code: -1004), took: .milliseconds(2_001))
        #expect(try once.judge("TRN-01", "", late).rerun == .machineBusy)
        // 200 and 400 ms of waits, if it retries.
        let again = MadeUp.client(transport: "urlSession")
        let patient = call(.transport(.cannotConnect, code: -1004), took: .milliseconds(2_600))
        #expect(try again.judge("TRN-01", "", patient).verdict == .pass)
        // A request that was never sent may be repeated with any method.
        #expect(
            try MadeUp.client(.init(), .post, transport: "urlSession").judge("TRN-01", "", patient).verdict == .pass
        )
    }

    @Test("A reset must be reported as a lost connection.")
    func reset() throws {
        #expect(try once.judge("TRN-02", "", call(.transport(.connectionLost, code: -1005))).verdict == .pass)
        #expect(try once.judge("TRN-02", "", call(.transport(.other, code: -1))).verdict == .fail)
        #expect(try once.judge("TRN-02", "", call(.timeout)).verdict == .fail)
    }

    @Test(
        "A truncated body must be reported as precisely as the stack can.",
        arguments: [
            ("linux", "urlSession", "fin", [.other, .incomplete]),
            ("linux", "urlSession", "rst", [.connectionLost, .incomplete]),
            ("darwin", "urlSession", "fin", [.connectionLost, .incomplete]),
            ("linux", "sockets", "fin", [.incomplete]),
            ("linux", "python", "fin", [.incomplete, .other, .connectionLost]),
            ("linux", "python", "rst", [.incomplete, .connectionLost, .other]),
        ] as [(String, String, String, Set<ClientOutcome.Transport>)]
    )
    func short(
        _ platform: String,
        _ transport: String,
        _ variant: String,
        _ allowed: Set<ClientOutcome.Transport>,
    ) throws {
        let sut = MadeUp.client(.none, transport: transport, platform: platform)
        for kind in ClientOutcome.Transport.allCases {
            let verdict = try sut.judge("TRN-03", variant, call(.transport(kind))).verdict
            #expect((verdict == .pass) == allowed.contains(kind), "\(kind)")
        }
        #expect(try sut.judge("TRN-03", variant, call(.value([1, 2]))).verdict == .fail)
    }

    @Test(
        "Chunks without an end must yield an error.",
        arguments: ["no-last-chunk", "half-a-chunk", "size-ZZ", "size-of-17-digits"]
    )
    func chunks(_ variant: String) throws {
        #expect(try once.judge("TRN-04", variant, call(.transport(.other, code: -1))).verdict == .pass)
        #expect(try once.judge("TRN-04", variant, call(.transport(.connectionLost))).verdict == .fail)
        #expect(try once.judge("TRN-04", variant, call(.value([1, 2]))).verdict == .fail)
    }

    @Test("An unknown stack may report missing last chunks as a lost connection.")
    func unknownStack() throws {
        let sut = MadeUp.client(.none, transport: "curl")
        #expect(try sut.judge("TRN-04", "no-last-chunk", call(.transport(.connectionLost))).verdict == .pass)
        #expect(try sut.judge("TRN-04", "no-last-chunk", call(.transport(.cannotConnect))).verdict == .fail)
        #expect(try sut.judge("TRN-04", "no-last-chunk", call(.value([1, 2]))).verdict == .fail)
    }

    @Test("The rules for truncated bodies do not apply to a reply without a body.")
    func empty() {
        var sut = once
        sut.operation.reply = .init(204)
        #expect(sut.reason("TRN-03") == "the recorded reply to list has no body")
        #expect(sut.reason("TRN-04") == "the recorded reply to list has no body")
    }

    @Test("Each failure has a scenario of its own, so that no retry consumes another's turn.")
    func turns() throws {
        let clause = try #require(once.plan(of: "TRN-05").clauses.first)
        let replies = clause.exercise.scenarios.map { $0.endpoints.flatMap(\.replies) }
        #expect(replies.map(\.count) == [1, 1, 1])
        #expect(replies.joined().map(\.status) == [404, 200, 200])
        #expect(clause.exercise.request.calls == 1)
    }

    @Test("Different failures must have different outcomes with the code of the network stack.")
    func distinct() throws {
        let (refused, garbled) = (ClientOutcome.http(status: 404), ClientOutcome.decoding(.dataCorrupted))
        let lost = ClientOutcome.transport(.connectionLost, code: -1005)
        #expect(try once.judge("TRN-05", "", call(refused, garbled, lost)).verdict == .pass)
        #expect(try once.judge("TRN-05", "", call(refused, garbled)).verdict == .fail)
        #expect(try once.judge("TRN-05", "", call(refused, lost, lost)).verdict == .fail)
        let bare = call(refused, garbled, .transport(.connectionLost))
        #expect(try once.judge("TRN-05", "", bare).verdict == .fail)
        let other = MadeUp.client(.none, transport: "python")
        #expect(try other.judge("TRN-05", "", bare).verdict == .pass)
        let named = call(.domain("missing"), garbled, .domain("offline"))
        #expect(try once.judge("TRN-05", "", named).verdict == .pass)
        #expect(try once.judge("TRN-05", "", call(.domain("failed"), garbled, .domain("failed"))).verdict == .fail)
    }
}
