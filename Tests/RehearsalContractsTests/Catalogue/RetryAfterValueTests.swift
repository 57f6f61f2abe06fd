import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for the values of Retry-After", .limitedConcurrency)
struct RetryAfterValueTests {
    private var sut = MadeUp.client(DeclaredRetry(jitter: .equal, statuses: [429, 503]))
    private let failure = ClientOutcome.http(status: 503)

    private func call(_ waits: [Duration], _ outcome: ClientOutcome = .value([1, 2])) -> MadeUpCall {
        var call = MadeUpCall(waits: waits)
        call.outcomes = [outcome]
        return call
    }

    @Test("A date in any format must delay the retry.", arguments: ["imf-fixdate", "rfc850", "asctime"])
    func dates(_ format: String) throws {
        #expect(try sut.judge("BACK-06", format, call([.milliseconds(1_989)])).verdict == .fail)
        #expect(try sut.judge("BACK-06", format, call([.seconds(2)])).verdict == .pass)
        #expect(try sut.judge("BACK-06", format, call([.seconds(4)])).verdict == .pass)
        #expect(try sut.judge("BACK-06", format, call([.milliseconds(200)])).verdict == .fail)
    }

    @Test("A client may ignore the Date of a server whose clock is late, but must not retry at once.")
    func skewed() throws {
        #expect(try sut.judge("BACK-06", "skewed", call([.milliseconds(100)])).verdict == .pass)
        #expect(try sut.judge("BACK-06", "skewed", call([.milliseconds(50)])).verdict == .fail)
        #expect(try sut.judge("BACK-06", "skewed", call([.seconds(3)])).verdict == .pass)
        let ignoring = MadeUp.client(DeclaredRetry(honorsRetryAfter: false))
        #expect(ignoring.reason("BACK-06") == "the client ignores Retry-After (honorsRetryAfter)")
    }

    @Test("A Retry-After without a wait must not prevent the retry, and a past date must not add attempts.")
    func past() throws {
        #expect(try sut.judge("BACK-08", "zero", call([.zero])).verdict == .pass)
        #expect(try sut.judge("BACK-08", "zero", call([.milliseconds(200)])).verdict == .pass)
        #expect(try sut.judge("BACK-08", "zero", call([], failure)).verdict == .fail)
        let waits = { Array(repeating: Duration.milliseconds(150), count: $0) }
        #expect(try sut.judge("BACK-08", "past-date", call(waits(2), failure)).verdict == .pass)
        #expect(try sut.judge("BACK-08", "past-date", call(waits(3), failure)).verdict == .fail)
        #expect(try sut.judge("BACK-08", "past-date", call(waits(1), failure)).verdict == .fail)
    }

    @Test("A reply that is not retried must be reported without a wait.")
    func unretried() throws {
        #expect(sut.plan(of: "BACK-09").clauses.map(\.variant) == ["200", "404"])
        #expect(try sut.judge("BACK-09", "200", call([])).verdict == .pass)
        #expect(try sut.judge("BACK-09", "404", call([], .http(status: 404))).verdict == .pass)
        var late = call([])
        late.took = .seconds(10)
        let result = try sut.judge("BACK-09", "200", late)
        #expect(result.findings == ["expected the call to end without a wait within 2 s, it took 10 s"])
        late.took = .zero
        late.ask(for: [.seconds(10)])
        #expect(try sut.judge("BACK-09", "200", late).findings == ["expected no wait, saw one of 10 s"])
        // A timer that starts before the reply is the timeout of the client.
        late.sleeps = [CaseEvidence.Sleep(at: 0, duration: .seconds(2))]
        #expect(try sut.judge("BACK-09", "200", late).verdict == .pass)
    }

    @Test("A declared retry after 413 must wait as long as Retry-After says.")
    func tooLarge() throws {
        var sut = sut
        sut.declaration.retry.statusesWithRetryAfter = [413]
        let refusal = ClientOutcome.http(status: 413, headers: ["Retry-After": "1"])
        #expect(try sut.judge("BACK-09", "413", call([.seconds(1)])).verdict == .pass)
        #expect(try sut.judge("BACK-09", "413", call([.milliseconds(500)])).verdict == .fail)
        #expect(try sut.judge("BACK-09", "413", call([], refusal)).findings == ["expected 2 requests, saw 1"])
        sut.declaration.retry.retryAfterCap = .milliseconds(500)
        #expect(try sut.judge("BACK-09", "413", call([], refusal)).verdict == .pass)
    }

    @Test("A call must end by its deadline, even if a reply asks for a longer wait.")
    func deadline() throws {
        var sut = sut
        #expect(
            sut.reason("BACK-10")
                == "the client declares no time limit for a call with all its attempts (deadline)"
        )
        sut.declaration.features.deadline = true
        #expect(sut.plan(of: "BACK-10").clauses.map(\.variant) == ["longer", "total"])
        #expect(try sut.judge("BACK-10", "longer", call([], failure)).verdict == .pass)
        #expect(try sut.judge("BACK-10", "longer", call([], .timeout)).verdict == .pass)
        #expect(try sut.judge("BACK-10", "longer", call([.seconds(1)], failure)).verdict == .fail)
        #expect(try sut.judge("BACK-10", "longer", call([])).verdict == .fail)
        var late = call([], failure)
        late.took = .milliseconds(2_501)
        #expect(try sut.judge("BACK-10", "longer", late).verdict == .fail)
        #expect(try sut.judge("BACK-10", "total", call([.seconds(2)], failure)).verdict == .pass)
        let twice = try sut.judge("BACK-10", "total", call([.seconds(1), .seconds(1)], failure))
        #expect(twice.findings == ["expected 1 to 2 requests, saw 3"])
        sut.declaration.retry.honorsRetryAfter = false
        #expect(sut.reason("BACK-10") == "the client ignores Retry-After after 503 (honorsRetryAfter)")
    }
}
