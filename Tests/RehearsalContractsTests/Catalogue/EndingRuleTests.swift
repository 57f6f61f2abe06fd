import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for calls that end early", .limitedConcurrency)
struct EndingRuleTests {
    private let sut = MadeUp.client()

    private func cancelled(
        _ outcome: ClientOutcome = .cancelled,
        after elapsed: Duration = .milliseconds(320),
        end: Journal.End? = .closedByClient,
        again: Duration? = nil,
    ) -> MadeUpCall {
        var call = MadeUpCall()
        call.add(at: .zero, lasting: .milliseconds(300), end: end)
        if let again { call.add(at: again) }
        (call.outcomes, call.elapsed, call.took) = ([outcome], elapsed, elapsed)
        return call
    }

    @Test("A cancelled call must end at once, as cancelled, and close its connection.")
    func cancelling() throws {
        #expect(sut.plan(of: "CANC-01").clauses.map(\.variant) == ["head", "body", "backoff"])
        #expect(try sut.judge("CANC-01", "head", cancelled()).verdict == .pass)
        #expect(try sut.judge("CANC-01", "head", cancelled(end: .resetByClient)).verdict == .pass)
        #expect(try sut.judge("CANC-01", "head", cancelled(.transport(.connectionLost))).verdict == .fail)
        #expect(try sut.judge("CANC-01", "body", cancelled(.value([]))).verdict == .fail)
        #expect(try sut.judge("CANC-01", "head", cancelled(end: nil)).verdict == .fail)
        #expect(try sut.judge("CANC-01", "head", cancelled(after: .milliseconds(551))).rerun == .machineBusy)
        #expect(try sut.judge("CANC-01", "head", cancelled(again: .milliseconds(300))).verdict == .fail)
    }

    @Test("A late end is detected even if the client reports no duration or a shorter one.")
    func unsaid() throws {
        var call = cancelled(after: .seconds(3))
        for said in [nil, Duration.zero] {
            call.elapsed = said
            let result = try sut.judge("CANC-01", "head", call)
            #expect(result.verdict == .fail)
            #expect(result.rerun == .late)
        }
        (call.elapsed, call.took) = (nil, .milliseconds(400))
        #expect(try sut.judge("CANC-01", "head", call).verdict == .pass)
    }

    @Test("A cancelled pause is watched until its end.")
    func watching() throws {
        let watch = { (retry: DeclaredRetry) in
            MadeUp.client(retry).plan(of: "CANC-01").clauses.first { $0.variant == "backoff" }?.exercise.observationTime
        }
        // 1 s by Retry-After; 1.2 s by the client's own policy, cancelled halfway.
        #expect(watch(DeclaredRetry()) == .seconds(1))
        #expect(watch(DeclaredRetry(base: .milliseconds(1200), honorsRetryAfter: false)) == .milliseconds(900))
        #expect(watch(DeclaredRetry(base: .seconds(9), honorsRetryAfter: false)) == .seconds(3))
    }

    @Test("The rules for reading a body do not apply to an operation that returns nothing.")
    func unread() {
        var void = sut
        (void.operation.isVoid, void.operation.value) = (true, nil)
        #expect(!void.plan(of: "CANC-01").clauses.contains { $0.variant == "body" })
        #expect(void.plan(of: "CANC-04").clauses.map(\.variant) == ["head"])
        #expect(void.reason("TRN-03") == "list returns nothing")
        #expect(void.reason("TRN-04") == "list returns nothing")
    }

    @Test("A call that is cancelled in a pause may have made attempts before it and must make none afterwards.")
    func pausing() throws {
        let paused = { (again: Int) in cancelled(end: .completed, again: .milliseconds(again)) }
        #expect(try sut.judge("CANC-01", "backoff", paused(310)).verdict == .pass)
        #expect(try sut.judge("CANC-01", "backoff", paused(330)).verdict == .fail)
    }

    @Test("A call that was cancelled before its first request fails and is run again.")
    func tooEarly() throws {
        var call = MadeUpCall()
        call.outcomes = [.cancelled]
        let result = try sut.judge("CANC-01", "head", call)
        #expect(result.verdict == .fail)
        #expect(result.rerun == .late)
    }

    @Test("Cancellation is not tested if the client cannot cancel or waits too shortly.")
    func notApplicable() {
        var firm = sut
        firm.declaration.features.cancellation = false
        #expect(firm.reason("CANC-01") == "the client's calls cannot be cancelled")
        #expect(MadeUp.client(.none).plan(of: "CANC-01").clauses.map(\.variant) == ["head", "body"])
        let hasty = MadeUp.client(DeclaredRetry(jitter: .full, honorsRetryAfter: false)).plan(of: "CANC-01")
        #expect(hasty.clauses.map(\.variant) == ["head", "body"])
        #expect(
            hasty.notApplicable.map(\.reason) == ["the client's wait may be too short to be cancelled"]
        )
    }

    private func stalled(_ count: Int, _ lasting: Duration, took: Duration, _ outcome: ClientOutcome) -> MadeUpCall {
        var call = MadeUpCall()
        for index in 0..<count {
            call.add(at: .milliseconds(1_300 * index), lasting: lasting, end: .closedByClient)
        }
        (call.outcomes, call.took) = ([outcome], took)
        return call
    }

    @Test("A stalled reply must time out at the declared time on every attempt.")
    func timingOut() throws {
        let second = Duration.seconds(1)
        #expect(
            try sut.judge("CANC-04", "head", stalled(3, second, took: .milliseconds(3_600), .timeout)).verdict == .pass
        )
        #expect(try sut.judge("CANC-04", "head", stalled(3, second, took: .seconds(2), .timeout)).verdict == .fail)
        #expect(try sut.judge("CANC-04", "head", stalled(1, second, took: second, .value([]))).verdict == .fail)
        let late = stalled(1, .milliseconds(2_001), took: .milliseconds(2_001), .timeout)
        #expect(try sut.judge("CANC-04", "head", late).rerun == .machineBusy)
        #expect(try sut.judge("CANC-04", "head", stalled(1, second, took: .seconds(9), .timeout)).rerun == .late)
    }

    @Test("The time before the first request does not count towards a timeout.")
    func madeLate() throws {
        var call = MadeUpCall()
        call.add(at: .seconds(1), lasting: .seconds(1), end: .closedByClient)
        (call.outcomes, call.took) = ([.timeout], .milliseconds(2_100))
        #expect(try sut.judge("CANC-04", "head", call).verdict == .pass)
        call.took = .milliseconds(3_501)
        #expect(try sut.judge("CANC-04", "head", call).verdict == .fail)
        call.overhead = .milliseconds(600)
        #expect(try sut.judge("CANC-04", "head", call).verdict == .pass)
    }

    @Test("One stall in a body suffices for a client that tries again.")
    func body() throws {
        let second = Duration.seconds(1)
        let recovered = stalled(1, second, took: .milliseconds(1_300), .value([1, 2]))
        #expect(try sut.judge("CANC-04", "body", recovered).verdict == .fail)
        var again = recovered
        again.add(at: .seconds(2))
        #expect(try sut.judge("CANC-04", "body", again).verdict == .pass)
    }
}
