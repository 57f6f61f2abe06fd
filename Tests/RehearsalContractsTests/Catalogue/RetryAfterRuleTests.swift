import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for Retry-After", .limitedConcurrency)
struct RetryAfterRuleTests {
    private let sut = MadeUp.client(DeclaredRetry(jitter: .equal, statuses: [429, 503]))
    private let gaveUp = ClientOutcome.http(status: 503, headers: ["Retry-After": "1"])

    private func call(_ waits: [Duration], _ outcome: ClientOutcome = .value([1, 2])) -> MadeUpCall {
        var call = MadeUpCall(waits: waits)
        call.outcomes = [outcome]
        return call
    }

    @Test(
        "A client must wait as long as Retry-After requests, and not much longer.",
        arguments: [(989, false), (990, true), (2_500, true), (2_501, false)]
    )
    func honoured(_ wait: Int, _ isRight: Bool) throws {
        let result = try sut.judge("BACK-05", "503", call([.milliseconds(wait)]))
        #expect((result.verdict == .pass) == isRight)
        #expect(result.rerun == (wait > 2_500 ? .machineBusy : nil))
    }

    @Test("A client may give up if it reports the requested wait.")
    func givenUp() throws {
        #expect(try sut.judge("BACK-05", "503", call([], gaveUp)).verdict == .pass)
        #expect(try sut.judge("BACK-05", "503", call([], .http(status: 503))).verdict == .fail)
        #expect(try sut.judge("BACK-05", "503", call([], .value([1, 2]))).verdict == .fail)
        #expect(try sut.judge("BACK-05", "503", call([], .domain("busy", status: 503))).verdict == .fail)
        var worded = sut
        worded.operation.domainErrors = [503: "busy"]
        let result = try worded.judge("BACK-05", "503", call([], .domain("busy", status: 503)))
        #expect(result.verdict == .pass)
        #expect(result.notes == ["the domain error does not report Retry-After"])
    }

    @Test("The rule does not depend on STAT-07.")
    func independent() throws {
        #expect(try #require(RuleCatalogue.rule("BACK-05")).dependsOn.contains("STAT-07") == false)
    }

    @Test("The repetition after the wait must yield its value.")
    func recovered() throws {
        #expect(try sut.judge("BACK-05", "429", call([.seconds(2)], gaveUp)).verdict == .fail)
        #expect(try sut.judge("BACK-05", "429", call([.seconds(2)])).verdict == .pass)
    }

    @Test("A number beyond any integer may be ignored, and a large integer may not.")
    func unreadableNumber() throws {
        var features = sut
        features.declaration.features.cancellation = true
        features.declaration.retry.retryAfterCap = .seconds(60)
        let again = call([.milliseconds(200)])
        #expect(try features.judge("BACK-07", "10-to-the-30", again).verdict == .pass)
        #expect(try features.judge("BACK-07", "a-day", again).verdict == .fail)
    }

    @Test("A status that is repeated only with Retry-After is tried with it.")
    func onlyWithRetryAfter() throws {
        var retry = DeclaredRetry(statuses: [])
        retry.statusesWithRetryAfter = [503]
        let sut = MadeUp.client(retry)
        #expect(sut.plan(of: "BACK-05").clauses.map(\.variant) == ["503"])
        #expect(try sut.judge("BACK-05", "503", call([.seconds(1)])).verdict == .pass)
        #expect(try sut.judge("BACK-05", "503", call([.milliseconds(200)])).verdict == .fail)
        #expect(sut.reason("RETRY-01") == "the client retries no status (statuses)")
        #expect(sut.plan(of: "RETRY-02").clauses.map(\.variant).contains("undeclared/503"))
    }

    @Test("The rule does not apply if the client ignores Retry-After or repeats neither 503 nor 429.")
    func notApplicable() {
        var retry = DeclaredRetry(honorsRetryAfter: false)
        #expect(MadeUp.client(retry).reason("BACK-05") == "the client ignores Retry-After (honorsRetryAfter)")
        retry = DeclaredRetry(statuses: [500])
        #expect(MadeUp.client(retry).reason("BACK-05") == "the client retries neither 503 nor 429")
    }

    @Test("An invalid Retry-After must be ignored.", arguments: ["abc", "negative", "fraction", "empty"])
    func garbage(_ variant: String) throws {
        #expect(try sut.judge("BACK-07", variant, call([.milliseconds(150)])).verdict == .pass)
        #expect(try sut.judge("BACK-07", variant, call([.milliseconds(94)])).verdict == .fail)
        #expect(try sut.judge("BACK-07", variant, call([.milliseconds(701)])).verdict == .fail)
        #expect(try sut.judge("BACK-07", variant, call([], gaveUp)).verdict == .fail)
    }

    @Test("A client may follow either of two Retry-After fields, or neither.")
    func two() throws {
        #expect(try sut.judge("BACK-07", "two", call([.milliseconds(150)])).verdict == .pass)
        #expect(try sut.judge("BACK-07", "two", call([.seconds(2)])).verdict == .pass)
        #expect(try sut.judge("BACK-07", "two", call([.milliseconds(90)])).verdict == .fail)
    }

    @Test(
        "A client must give up on an absurd wait, or wait for as long as it declares.",
        arguments: ["a-day", "2-to-the-31", "10-to-the-30", "year-9999"]
    )
    func absurd(_ variant: String) throws {
        #expect(try sut.judge("BACK-07", variant, call([], gaveUp)).verdict == .pass)
        #expect(try sut.judge("BACK-07", variant, call([.seconds(4)])).verdict == .pass)
        #expect(try sut.judge("BACK-07", variant, call([.milliseconds(1)])).verdict == .fail)
        #expect(try sut.judge("BACK-07", variant, call([.seconds(9)])).verdict == .fail)
        #expect(try sut.judge("BACK-07", variant, call([], .hang)).verdict == .fail)
        var slow = call([], gaveUp)
        slow.took = .seconds(6)
        #expect(try sut.judge("BACK-07", variant, slow).verdict == .fail)
    }

    @Test(
        "A client that would wait for hours is cancelled after some seconds and must not have repeated its request."
    )
    func patient() throws {
        let sut = MadeUp.client(DeclaredRetry(retryAfterCap: .seconds(21_600)))
        let clauses = sut.plan(of: "BACK-07").clauses
        #expect(clauses.filter { $0.exercise.request.cancelAfter != nil }.count == 4)
        #expect(try sut.judge("BACK-07", "a-day", call([], .cancelled)).verdict == .pass)
        #expect(try sut.judge("BACK-07", "a-day", call([], .http(status: 503))).verdict == .pass)
        #expect(try sut.judge("BACK-07", "a-day", call([.zero], .value([1, 2]))).verdict == .fail)
        #expect(try sut.judge("BACK-07", "a-day", call([], .hang)).verdict == .fail)
    }

    @Test("A client that ignores Retry-After must wait by its own policy even if the value is absurd.")
    func indifferent() throws {
        for retry in [
            DeclaredRetry(honorsRetryAfter: false, retryAfterCap: .seconds(60)),
            DeclaredRetry(statuses: [500, 502], retryAfterCap: .seconds(60)),
        ] {
            let sut = MadeUp.client(retry)
            #expect(try sut.judge("BACK-07", "a-day", call([.milliseconds(200)], .value([1, 2]))).verdict == .pass)
            #expect(try sut.judge("BACK-07", "a-day", call([.zero], .value([1, 2]))).verdict == .fail)
        }
    }

    @Test("Absurd waits are not tested if the client would wait for hours and cannot be cancelled.")
    func patientForGood() {
        var sut = MadeUp.client(DeclaredRetry(retryAfterCap: .seconds(21_600)))
        sut.declaration.features.cancellation = false
        let plan = sut.plan(of: "BACK-07")
        #expect(plan.clauses.map(\.variant) == ["abc", "negative", "fraction", "empty", "two"])
        let reason = "the client waits for a Retry-After of up to 21600 s, and its calls cannot be cancelled"
        #expect(plan.notApplicable.map(\.reason) == [reason])
    }
}
