import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for retries", .limitedConcurrency)
struct RetryRuleTests {
    private let value = ClientOutcome.value([1, 2])

    private func call(_ count: Int, _ outcomes: ClientOutcome...) -> MadeUpCall {
        var call = MadeUpCall(waits: Array(repeating: .milliseconds(300), count: count - 1))
        call.outcomes = outcomes
        return call
    }

    @Test("A temporary failure must be survived with the expected number of attempts.")
    func recovers() throws {
        let sut = MadeUp.client()
        #expect(sut.plan(of: "RETRY-01").clauses.map(\.variant) == ["503", "500", "502", "504", "twice"])
        #expect(try sut.judge("RETRY-01", "503", call(3, value)).verdict == .pass)
        #expect(try sut.judge("RETRY-01", "503", call(2, value)).verdict == .fail)
        #expect(try sut.judge("RETRY-01", "503", call(3, .http(status: 503))).verdict == .fail)
        #expect(try sut.judge("RETRY-01", "502", call(2, value)).verdict == .pass)
        #expect(try sut.judge("RETRY-01", "502", call(1, .http(status: 502))).verdict == .fail)
    }

    @Test("Each declared status is tried, even an unusual one.")
    func declaredStatuses() throws {
        let sut = MadeUp.client(DeclaredRetry(statuses: [429, 503, 404]))
        #expect(sut.plan(of: "RETRY-01").clauses.map(\.variant) == ["503", "404", "429", "twice"])
        #expect(try sut.judge("RETRY-01", "429", call(1, .http(status: 429))).verdict == .fail)
    }

    @Test("A repeated DELETE that gets 404 or 410 after a loss must succeed.")
    func repeatedDelete() throws {
        var sut = MadeUp.client()
        #expect(sut.reason("IDEM-07") == "\(sut.operation.name) is not a DELETE")
        sut.operation = .init("drop", .delete, "/items/1", isVoid: true, reply: .init(204))
        #expect(sut.plan(of: "IDEM-07").clauses.map(\.variant) == ["404", "410"])
        for variant in ["404", "410"] {
            let judge = { (call: MadeUpCall) in try sut.judge("IDEM-07", variant, call).verdict }
            #expect(try judge(call(2, .value(nil))) == .pass)
            #expect(try judge(call(2, .http(status: 404))) == .fail)
            #expect(try judge(call(1, .value(nil))) == .fail)
        }
        sut.operation.isVoid = false
        #expect(sut.reason("IDEM-07") == "drop returns a value")
        sut.operation.isVoid = true
        sut.declaration.retry.afterLoss = false
        #expect(sut.reason("IDEM-07") == "the client does not retry after a lost connection (afterLoss)")
    }

    @Test("A loss and a timeout must be survived if the client declares retries after them.")
    func losses() throws {
        let sut = MadeUp.client()
        #expect(sut.plan(of: "RETRY-06").clauses.map(\.variant) == ["reset", "timeout"])
        for variant in ["reset", "timeout"] {
            #expect(try sut.judge("RETRY-06", variant, call(2, value)).verdict == .pass)
            #expect(try sut.judge("RETRY-06", variant, call(1, .timeout)).verdict == .fail)
        }
        let single = MadeUp.client(DeclaredRetry(afterLoss: false, afterTimeout: false))
        #expect(single.reason("RETRY-06") == "the client does not retry after a lost connection or a timeout")
    }

    @Test("A refused connection may be retried by a client that does not retry after a loss.")
    func refusals() throws {
        var retry = DeclaredRetry(statuses: [], afterLoss: false, afterTimeout: false)
        #expect(MadeUp.client(retry).declaration.attemptsAfterRefusal == 1)
        retry.afterRefusal = true
        let sut = MadeUp.client(retry)
        #expect(sut.declaration.attemptsAfterRefusal == 3)
        #expect(sut.declaration.attemptsAfterLoss(sut.operation) == 1)
        #expect(sut.reason("RETRY-01") == "the client retries no status (statuses)")
        #expect(try sut.judge("RETRY-02", "undeclared/reset", call(2, value)).verdict == .fail)
    }

    @Test("The methods that are repeated after a loss can differ from those after a status.")
    func methodsAfterLoss() throws {
        var retry = DeclaredRetry(methods: [.get, .put])
        retry.methodsAfterLoss = [.get]
        let sut = MadeUp.client(retry, .put)
        #expect(sut.plan(of: "RETRY-01").clauses.count == 5)
        #expect(sut.reason("RETRY-06") == "the client does not retry PUT")
        #expect(sut.plan(of: "RETRY-08").clauses.map(\.variant) == ["503"])
        retry.methodsAfterLoss = []
        var keyed = MadeUp.client(retry, .post)
        keyed.operation.hasIdempotencyKey = true
        #expect(keyed.declaration.attemptsAfterLoss(keyed.operation) == 1)
        #expect(keyed.plan(of: "IDEM-01").clauses.map(\.variant) == ["503"])
        retry.methodsAfterLoss = [.get]
        retry.methods = []
        let lossOnly = MadeUp.client(retry)
        #expect(lossOnly.reason("RETRY-01") == "the client does not retry GET")
        #expect(lossOnly.plan(of: "RETRY-06").clauses.map(\.variant) == ["reset", "timeout"])
    }

    @Test("Attempts that differ in their body or in a header field are a finding.")
    func sameRequest() throws {
        var sut = MadeUp.client(DeclaredRetry(), .put)
        sut.operation.body = ["a": 1]
        func findings(_ body: String, _ headers: Scenario.Headers) throws -> [String] {
            var call = MadeUpCall()
            call.add("PUT", at: .zero, headers: ["Authorization": "Bearer t1", "Accept": "*/*"], body: "{}")
            call.add("PUT", at: .milliseconds(300), headers: headers, body: body)
            call.outcomes = [value]
            return try sut.judge("RETRY-08", "503", call).findings
        }
        let right: Scenario.Headers = ["Authorization": "Bearer t1", "Accept": "*/*", "X-Attempt": "2"]
        #expect(try findings("{}", right) == [])
        #expect(
            try findings("", right) == ["expected the body of the first request (2 bytes) in request 2 of 2, saw none"]
        )
        #expect(try findings("[]", right).count == 1)
        let without = try findings("{}", ["Accept": "*/*"])
        #expect(sut.plan(of: "RETRY-08").clauses.map(\.variant) == ["503", "reset"])
        #expect(without == ["expected Authorization: Bearer t1 in request 2 of 2, as in the first, saw none"])
    }

    @Test("Attempts must end after the declared number, with the last failure as outcome.")
    func bounded() throws {
        let sut = MadeUp.client()
        #expect(try sut.judge("RETRY-02", "503", call(3, .http(status: 503))).verdict == .pass)
        #expect(try sut.judge("RETRY-02", "503", call(4, .http(status: 503))).verdict == .fail)
        #expect(try sut.judge("RETRY-02", "503", call(2, .http(status: 503))).verdict == .fail)
        #expect(try sut.judge("RETRY-02", "503/outcome", call(3, .http(status: 503))).verdict == .pass)
        #expect(try sut.judge("RETRY-02", "503/outcome", call(3, .timeout)).verdict == .fail)
        let lost = ClientOutcome.transport(.connectionLost)
        #expect(try sut.judge("RETRY-02", "retry-after", call(3, .http(status: 503))).verdict == .pass)
        #expect(try sut.judge("RETRY-02", "retry-after", call(4, .http(status: 503))).verdict == .fail)
        #expect(try sut.judge("RETRY-02", "reset", call(3, lost)).verdict == .pass)
        #expect(try sut.judge("RETRY-02", "reset", call(8, lost)).verdict == .fail)
        #expect(try sut.judge("RETRY-02", "timeout", call(8, .transport(.other))).verdict == .fail)
    }

    @Test("Each of two calls must have all its attempts.")
    func secondCall() throws {
        let sut = MadeUp.client()
        #expect(try sut.judge("RETRY-01", "twice", call(6, value, value)).verdict == .pass)
        #expect(try sut.judge("RETRY-01", "twice", call(4, value, .http(status: 503))).verdict == .fail)
        let exercise = try #require(sut.plan(of: "RETRY-01").clauses.last).exercise
        #expect(exercise.scenario.endpoints[0].replies.map(\.status) == [503, 200, 503, 200])
    }

    @Test("A permanent failure must not be retried.")
    func final() throws {
        let sut = MadeUp.client()
        #expect(try sut.judge("RETRY-03", "404", call(1, .http(status: 404))).verdict == .pass)
        #expect(try sut.judge("RETRY-03", "404", call(2, .http(status: 404))).verdict == .fail)
        #expect(sut.plan(of: "RETRY-03").clauses.contains { $0.variant == "401" })
        var refreshing = sut
        refreshing.declaration.features.authRefresh = .init()
        #expect(!refreshing.plan(of: "RETRY-03").clauses.contains { $0.variant == "401" })
        refreshing.operation.needsToken = false
        #expect(refreshing.plan(of: "RETRY-03").clauses.contains { $0.variant == "401" })
        let declared = MadeUp.client(DeclaredRetry(statuses: [503, 409]))
        #expect(!declared.plan(of: "RETRY-03").clauses.contains { $0.variant == "409" })
    }

    @Test(
        "An unsafe request must be sent once, on a new connection and on a reused one.",
        arguments: ["500", "503", "reset", "stall"]
    )
    func unsafe(_ failure: String) throws {
        let sut = MadeUp.client(.exponential(attempts: 3, base: .milliseconds(200)), .post)
        let lost = ClientOutcome.transport(.connectionLost)
        #expect(try sut.judge("RETRY-04", "\(failure)/fresh", call(1, lost)).verdict == .pass)
        #expect(try sut.judge("RETRY-04", "\(failure)/fresh", call(2, lost)).verdict == .fail)
        #expect(try sut.judge("RETRY-04", "\(failure)/reused", call(2, value, lost)).verdict == .pass)
        #expect(try sut.judge("RETRY-04", "\(failure)/reused", call(3, value, lost)).verdict == .fail)
    }

    @Test("The rules do not apply to idempotent methods, keyed requests or clients without retries.")
    func notApplicable() {
        let retry = DeclaredRetry()
        #expect(MadeUp.client(retry).reason("RETRY-04") == "list is idempotent")
        #expect(MadeUp.client(retry, .post).reason("RETRY-01") == "the client does not retry POST")
        let single = MadeUp.client(.none).plan(of: "RETRY-02")
        #expect(single.notApplicable.map(\.reason) == ["the client retries nothing (maxAttempts)"])
        #expect(MadeUp.client(.none, .post).reason("RETRY-02") == "the client retries nothing (maxAttempts)")
        var keyed = MadeUp.client(retry, .post)
        keyed.operation.hasIdempotencyKey = true
        #expect(keyed.reason("RETRY-04") == "list has an idempotency key: see IDEM")
        #expect(keyed.reason("RETRY-01") == nil)
        let declared = MadeUp.client(DeclaredRetry(methods: [.get, .post]), .post)
        #expect(declared.reason("RETRY-01") == "list is not idempotent and has no idempotency key")
        #expect(declared.reason("RETRY-04") == nil)
    }

    @Test("Retries that wait too long for a test require an injected clock.")
    func slow() throws {
        var sut = MadeUp.client(.exponential(attempts: 8, base: .seconds(1)))
        #expect(sut.reason("RETRY-01")?.contains("may wait for") == true)
        let reasons = sut.plan(of: "RETRY-02").notApplicable.map(\.reason)
        try #require(reasons.count == 1)
        #expect(reasons[0].contains("may wait for"))
        sut.declaration.features.clockInjection = true
        #expect(sut.reason("RETRY-01") == nil)
        sut.declaration.isOutOfProcess = true
        #expect(sut.reason("RETRY-01")?.contains("may wait for") == true)
    }

    @Test("An undeclared status or loss must not be retried.")
    func undeclared() throws {
        let single = MadeUp.client(.none)
        #expect(single.plan(of: "RETRY-02").clauses.map(\.variant) == ["undeclared/503", "undeclared/reset"])
        #expect(try single.judge("RETRY-02", "undeclared/503", call(1, .http(status: 503))).verdict == .pass)
        #expect(try single.judge("RETRY-02", "undeclared/503", call(5, .http(status: 503))).verdict == .fail)
        let lost = ClientOutcome.transport(.connectionLost)
        #expect(try single.judge("RETRY-02", "undeclared/reset", call(1, lost)).verdict == .pass)
        #expect(try single.judge("RETRY-02", "undeclared/reset", call(6, lost)).verdict == .fail)
        #expect(
            MadeUp.client().plan(of: "RETRY-02").clauses.map(\.variant)
                == ["503", "503/outcome", "retry-after", "reset", "timeout", "undeclared/429"]
        )
        let post = MadeUp.client(.none, .post)
        #expect(post.plan(of: "RETRY-02").clauses.isEmpty)
    }

    @Test("A missing request counts at once, unless the machine delayed the client past its timeout.")
    func neverSent() throws {
        let sut = MadeUp.client(.none, .post)
        var call = MadeUpCall()
        call.outcomes = [.timeout]
        let result = try sut.judge("RETRY-04", "stall/fresh", call)
        #expect(result.verdict == .fail)
        #expect(result.rerun == nil)
        call.latency = SchedulerLatency(lost: .seconds(4), longest: .seconds(1))
        #expect(try sut.judge("RETRY-04", "stall/fresh", call).rerun == .machineBusy)
        #expect(try MadeUp.client().judge("STAT-01", "200", call).rerun == .machineBusy)
    }

    @Test("A lasting failure has a deadline for all attempts, and is not tried if that is too long.")
    func timeLimit() throws {
        let copied = DeclaredRetry(attempts: 6, base: .milliseconds(900), statuses: [429, 500, 503])
        let sut = MadeUp.client(copied)
        for (rule, variant) in [("STAT-02", "429"), ("STAT-04", "500"), ("DEC-17", "500-empty")] {
            let clause = try #require(sut.plan(of: rule).clauses.first { $0.variant == variant })
            #expect(try #require(clause.exercise.request.deadline) > .seconds(47), "\(rule)")
        }
        let endless = MadeUp.client(DeclaredRetry(attempts: 11, base: .seconds(1), statuses: [429, 500, 503]))
        for (rule, variant) in [("STAT-02", "429"), ("STAT-04", "500")] {
            let plan = endless.plan(of: rule)
            #expect(!plan.clauses.contains { $0.variant == variant })
            #expect(plan.notApplicable.map(\.reason).contains { $0.contains("may wait for") })
        }
    }
}
