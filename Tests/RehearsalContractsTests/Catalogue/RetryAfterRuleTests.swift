import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules of Retry-After", .admitted)
struct RetryAfterRuleTests {
    private let sut = MadeUp.client(DeclaredRetry(jitter: .equal, statuses: [429, 503]))
    private let gaveUp = ClientOutcome.http(status: 503, headers: ["Retry-After": "1"])

    private func call(_ waits: [Duration], _ outcome: ClientOutcome = .value([1, 2])) -> MadeUpCall {
        var call = MadeUpCall(waits: waits)
        call.outcomes = [outcome]
        return call
    }

    @Test(
        "What the server asks for is waited for, and not much more.",
        arguments: [(989, false), (990, true), (2_500, true), (2_501, false)]
    )
    func honoured(_ wait: Int, _ isRight: Bool) throws {
        let result = try sut.judge("BACK-05", "503", call([.milliseconds(wait)]))
        #expect((result.verdict == .pass) == isRight)
        #expect(result.rerun == (wait > 2_500 ? .starved : nil))
    }

    @Test("A client may also give up, and say what it was asked.")
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

    @Test("It is judged of a client that keeps nothing else of a failure.")
    func independent() throws {
        #expect(try #require(Catalogue.rule("BACK-05")).restsOn.contains("STAT-07") == false)
    }

    @Test("What comes after the wait is a value.")
    func recovered() throws {
        #expect(try sut.judge("BACK-05", "429", call([.seconds(2)], gaveUp)).verdict == .fail)
        #expect(try sut.judge("BACK-05", "429", call([.seconds(2)])).verdict == .pass)
    }

    @Test("A number that fits in no integer may be passed over, one that does may not.")
    func unreadableNumber() throws {
        var features = sut
        features.declaration.features.cancellation = true
        features.declaration.retry.retryAfterCap = .seconds(60)
        let again = call([.milliseconds(200)])
        #expect(try features.judge("BACK-07", "10-to-the-30", again).verdict == .pass)
        #expect(try features.judge("BACK-07", "a-day", again).verdict == .fail)
    }

    @Test("A status that is tried again only with Retry-After is tried with it.")
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

    @Test("A client that does not look at it, or tries no status again that it goes with, is not asked.")
    func notApplicable() {
        var retry = DeclaredRetry(honorsRetryAfter: false)
        #expect(MadeUp.client(retry).reason("BACK-05") == "the client ignores Retry-After (honorsRetryAfter)")
        retry = DeclaredRetry(statuses: [500])
        #expect(MadeUp.client(retry).reason("BACK-05") == "the client retries neither 503 nor 429")
    }

    @Test("What is no Retry-After is passed over.", arguments: ["abc", "negative", "fraction", "empty"])
    func garbage(_ variant: String) throws {
        #expect(try sut.judge("BACK-07", variant, call([.milliseconds(150)])).verdict == .pass)
        #expect(try sut.judge("BACK-07", variant, call([.milliseconds(94)])).verdict == .fail)
        #expect(try sut.judge("BACK-07", variant, call([.milliseconds(701)])).verdict == .fail)
        #expect(try sut.judge("BACK-07", variant, call([], gaveUp)).verdict == .fail)
    }

    @Test("Of two, a client may take either, or neither.")
    func two() throws {
        #expect(try sut.judge("BACK-07", "two", call([.milliseconds(150)])).verdict == .pass)
        #expect(try sut.judge("BACK-07", "two", call([.seconds(2)])).verdict == .pass)
        #expect(try sut.judge("BACK-07", "two", call([.milliseconds(90)])).verdict == .fail)
    }

    @Test(
        "What nobody waits for is given up, or waited for as long as the client is prepared to.",
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
        "A client that would wait for hours is cancelled after some seconds, and must not have sent anything by then."
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

    @Test("A client that does not look at Retry-After waits by its own policy, however absurd the value is.")
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

    @Test("A client that would wait for hours and cannot be cancelled is not asked to, and the plan says so.")
    func patientForGood() {
        var sut = MadeUp.client(DeclaredRetry(retryAfterCap: .seconds(21_600)))
        sut.declaration.features.cancellation = false
        let plan = sut.plan(of: "BACK-07")
        #expect(plan.clauses.map(\.variant) == ["abc", "negative", "fraction", "empty", "two"])
        let reason = "the client waits for a Retry-After of up to 21600 s, and its calls cannot be cancelled"
        #expect(plan.notApplicable.map(\.reason) == [reason])
    }
}
