import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for cancelled calls and exact timeouts", .limitedConcurrency)
struct CancellationRuleTests {
    private var sut: MadeUp {
        var sut = MadeUp.client()
        (sut.declaration.features.callControl, sut.declaration.features.deadline) = (true, true)
        return sut
    }

    private func call(_ outcomes: ClientOutcome..., requests: Int = 1, took: Duration = .zero) -> MadeUpCall {
        var call = MadeUpCall()
        for _ in 0..<requests { call.add(at: .zero, lasting: took) }
        (call.outcomes, call.took) = (outcomes, took)
        return call
    }

    @Test("A call in a cancelled task must send nothing and report the cancellation.")
    func early() throws {
        let clause = try #require(sut.plan(of: "CANC-02").clauses.first)
        #expect(clause.exercise.request.cancelAfter == .zero)
        #expect(clause.exercise.request.needsCallControl)
        #expect(try sut.judge("CANC-02", "", call(.cancelled, requests: 0)).verdict == .pass)
        #expect(try sut.judge("CANC-02", "", call(.cancelled)).findings == ["expected 0 requests, saw 1"])
        #expect(try sut.judge("CANC-02", "", call(.value([]), requests: 0)).verdict == .fail)
    }

    @Test("A cancellation before the start of a call does not shorten the tolerance for delays of the machine.")
    func tolerance() {
        var request = CaseRequest(id: "a", operation: "b")
        request.cancelAfter = .zero
        #expect(request.tolerance == .seconds(2))
        request.cancelAfter = .milliseconds(100)
        #expect(request.tolerance == .milliseconds(400))
    }

    @Test("The calls that are not cancelled must return values, and share one refresh.")
    func partial() throws {
        var sut = sut
        sut.declaration.features.authRefresh = .init()
        #expect(sut.plan(of: "CANC-03").clauses.map(\.variant) == ["fetch", "refresh"])
        let value = ClientOutcome.value([])
        #expect(try sut.judge("CANC-03", "fetch", call(.cancelled, value, value)).verdict == .pass)
        #expect(try sut.judge("CANC-03", "fetch", call(value, value, value)).verdict == .pass)
        #expect(try sut.judge("CANC-03", "fetch", call(.cancelled, .cancelled, value)).findings.count == 1)
        #expect(try sut.judge("CANC-03", "fetch", call(.timeout, value, value)).verdict == .fail)
        #expect(try sut.judge("CANC-03", "fetch", call(.cancelled, value)).findings == ["expected 3 outcomes, got 2"])
        var renewed = call(.cancelled, value, value)
        renewed.add("POST", at: .zero)
        renewed.retarget(1, to: "/auth/refresh")
        #expect(try sut.judge("CANC-03", "refresh", call(.cancelled, value, value)).verdict == .fail)
        // The target was replaced together with its method, so the request is not the declared refresh.
        #expect(renewed.entries[1].method == "POST")
        #expect(try sut.judge("CANC-03", "refresh", renewed).verdict == .pass)
    }

    @Test("The rules on single cancellations do not apply to a subject that cannot make them.")
    func unsupported() {
        let reason = "the subject does not support staggerMs, cancelOnlyFirst and a cancelAfterMs of 0 (callControl)"
        let sut = MadeUp.client()
        #expect(sut.reason("CANC-02") == reason)
        #expect(sut.reason("CANC-03") == reason)
        var firm = self.sut
        firm.declaration.features.cancellation = false
        #expect(firm.reason("CANC-02") == "the client's calls cannot be cancelled")
        var post = MadeUp.client(.none, .post)
        post.declaration.features.callControl = true
        #expect(post.reason("CANC-03") == "list is not safe, and shares no token refresh (authRefresh)")
    }

    @Test("A body without end must end in a timeout by the deadline.")
    func slowBody() throws {
        #expect(try sut.judge("CANC-05", "", call(.timeout, took: .seconds(2))).verdict == .pass)
        #expect(try sut.judge("CANC-05", "", call(.value([]), took: .seconds(2))).verdict == .fail)
        let late = try sut.judge("CANC-05", "", call(.timeout, took: .milliseconds(2_400)))
        #expect(late.findings == ["expected the call to end by its deadline of 2 s, it took 2.4 s"])
        #expect(late.rerun == .late)
        var sut = sut
        sut.declaration.features.deadline = false
        #expect(sut.reason("CANC-05") == "the client does not declare a time limit of a whole call (deadline)")
    }

    @Test("The attempts of a call must end by the deadline together.")
    func sum() throws {
        // The timeout and a quarter, and the longest wait of 0.2 s.
        let clause = try #require(sut.plan(of: "CANC-09").clauses.first)
        #expect(clause.exercise.request.deadline == .milliseconds(1_450))
        #expect(try sut.judge("CANC-09", "", call(.timeout, took: .milliseconds(1_600))).verdict == .pass)
        #expect(try sut.judge("CANC-09", "", call(.timeout, took: .milliseconds(2_200))).rerun == .late)
        var once = MadeUp.client(.none)
        once.declaration.features.deadline = true
        #expect(once.reason("CANC-09") == "the client does not retry list after a timeout (afterTimeout)")
    }

    private func stalled(_ lasting: Duration, _ outcome: ClientOutcome = .timeout) -> MadeUpCall {
        var call = MadeUpCall()
        call.add(at: .zero, lasting: lasting, end: .closedByClient)
        (call.outcomes, call.took) = ([outcome], lasting)
        return call
    }

    @Test("A timeout must be neither shorter nor much longer than declared.")
    func fractions() throws {
        #expect(sut.plan(of: "CANC-06").clauses.map(\.variant) == ["500ms", "1500ms"])
        #expect(try sut.judge("CANC-06", "500ms", stalled(.milliseconds(500))).verdict == .pass)
        #expect(try sut.judge("CANC-06", "500ms", stalled(.zero)).verdict == .fail)
        #expect(try sut.judge("CANC-06", "1500ms", stalled(.seconds(1))).verdict == .fail)
        #expect(try sut.judge("CANC-06", "1500ms", stalled(.seconds(3))).rerun == .late)
        let session = MadeUp.client(transport: "urlSession")
        #expect(
            session.reason("CANC-06") == "the network stack truncates timeouts to whole seconds (transport)"
        )
        #expect(MadeUp.client(transport: "urlSession", platform: "darwin").reason("CANC-06") == nil)
    }

    @Test("A slow reply within the timeout must be a success at the first attempt.")
    func slow() throws {
        let clauses = sut.plan(of: "CANC-07").clauses
        #expect(clauses.map(\.variant) == ["first-byte", "head"])
        #expect(clauses.allSatisfy { $0.exercise.timeSource == .real })
        #expect(try sut.judge("CANC-07", "head", call(.value([]))).verdict == .pass)
        #expect(try sut.judge("CANC-07", "head", call(.value([]), requests: 2)).verdict == .fail)
        #expect(try sut.judge("CANC-07", "head", call(.decoding(.empty))).verdict == .fail)
    }

    @Test("A request with an effect must not be sent again after a stall in the body of its reply.")
    func ambiguous() throws {
        let sut = MadeUp.client(.exponential(attempts: 3, base: .milliseconds(200)), .post)
        #expect(try sut.judge("CANC-08", "", call(.timeout)).verdict == .pass)
        #expect(try sut.judge("CANC-08", "", call(.timeout, requests: 2)).findings == ["expected 1 request, saw 2"])
        #expect(try sut.judge("CANC-08", "", call(.value([]))).verdict == .fail)
        #expect(self.sut.reason("CANC-08") == "list is idempotent")
        var keyed = sut
        keyed.operation.hasIdempotencyKey = true
        #expect(keyed.reason("CANC-08") == "list has an idempotency key: see IDEM")
    }

    @Test("A rule about a property of the whole client tests one operation.")
    func onlyFirst() {
        var declaration = sut.declaration
        declaration.operations = ["one", "two"].map { name in
            var operation = sut.operation
            operation.name = name
            return operation
        }
        let plan = Plan(declaration, profile: .extended, rules: RuleCatalogue.rules.filter { $0.id == "CANC-07" })
        #expect(Set(plan.clauses.map(\.operation.name)) == ["one"])
        #expect(plan.notApplicable.map(\.operation) == ["two"])
        #expect(plan.notApplicable[0].reason.hasPrefix("another operation tests this property"))
    }
}
