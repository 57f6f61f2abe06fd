import Rehearsal

/// The rules on caching and validators: CACHE.
enum CachingRules {
    static let all = [
        validator, notModified, nothingStored, noStore, StoredReplies.otherUser, StoredReplies.afterWrite, conflict,
    ]

    private static let validator = Rule(
        "CACHE-01",
        profile: .extended,
        "A client that revalidates sends the entity tag of its stored reply unchanged in If-None-Match.",
        source: "RFC 9111 §4.3.1; RFC 9110 §8.8.3",
        dependsOn: ["STAT-01"]
    ) { call in
        try requireValidators(call)
        // The last tag is empty between its quotes, which is valid too.
        let tags = ["\"x\"", "W/\"a,b\"", "\"\""]
        var exercise = call.testCase(tags.map { storableReply(call, tag: $0).times(1) } + [call.recordedReply])
        exercise.request.repetitions = tags.count + 1
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectOperationRequests(tags.count + 1...tags.count + 1)
                for (tag, entry) in zip(tags, exam.operationRequests.dropFirst()) {
                    let seen = entry.headers["If-None-Match"] ?? "none"
                    if seen != tag { exam.fail("expected If-None-Match: \(tag), saw \(seen)") }
                }
            }
        ]
    }

    private static let notModified = Rule(
        "CACHE-02",
        profile: .extended,
        "After a 304 the client returns the stored value.",
        source: "RFC 9110 §15.4.5; RFC 9111 §4.3.3",
        dependsOn: ["CACHE-01"]
    ) { call in
        try requireValidators(call)
        let reply = storableReply(call, tag: "\"v1\"").times(1)
        var exercise = call.testCase([reply, Scenario.Reply(304, headers: ["ETag": "\"v1\""])])
        exercise.request.repetitions = 2
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectOperationRequests(2...2)
                exam.expectValue()
            }
        ]
    }

    private static let nothingStored = Rule(
        "CACHE-03",
        profile: .extended,
        "A 304 without a stored value is an error with its status, or is followed by another request.",
        source: "RFC 9111 §4.3.4",
        dependsOn: ["STAT-02"]
    ) { call in
        try requireValidators(call)
        let exercise = call.testCase([Scenario.Reply(304).times(1), call.recordedReply])
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectOperationRequests(1...2)
                if exam.operationRequests.count > 1 { return exam.expectValue() }
                exam.expectOutcome("an error with status 304, or a value after another request") { $0.status == 304 }
            }
        ]
    }

    private static let noStore = Rule(
        "CACHE-04",
        profile: .extended,
        "A reply with no-store is not stored, and an error is not stored as a success.",
        source: "RFC 9111 §3, §5.2.2.5",
        dependsOn: ["CACHE-01", "RETRY-03"]
    ) { call in
        try requireValidators(call)
        var error = Scenario.Reply.problem(404)
        error.headers.append("ETag", "\"error\"")
        error.headers.append("Cache-Control", "max-age=600")
        let secret = storableReply(call, tag: "\"v1\"", "no-store").times(1)
        var drafts = [("no-store", secret), ("error", error.times(1))].map { name, reply in
            var exercise = call.testCase([reply, call.recordedReply])
            exercise.request.repetitions = 2
            return Rule.Draft(name, exercise, examine: expectNoValidator)
        }
        if call.features.fallback != .none, call.stored != nil {
            var exercise = call.testCase([secret, call.resetReply], attempts: call.attemptsAfterLoss)
            exercise.request.repetitions = 2
            drafts.append(Rule.Draft("offline", exercise, examine: expectNoStoredValue).depending(on: "REPO-02"))
        }
        return drafts
    }

    private static let conflict = Rule(
        "CACHE-07",
        profile: .extended,
        "A conditional write sends its entity tag unchanged in If-Match, and a 412 is a conflict that is not retried.",
        source: "RFC 9110 §13.1.1, §15.5.13",
        dependsOn: ["REQ-01"]
    ) { call in
        guard let tag = call.ifMatch else {
            throw NotApplicableError("the contract does not declare the entity tag that \(call.name) sends (ifMatch)")
        }
        return [
            Rule.Draft("412", call.testCase([.problem(412)])) { exam in
                exam.expectOperationRequests(1...1)
                for entry in exam.operationRequests where entry.headers["If-Match"] != tag {
                    exam.fail("expected If-Match: \(tag), saw \(entry.headers["If-Match"] ?? "none")")
                }
                exam.expectFailure(status: 412)
            }
        ]
    }

    /// Expects two requests, the second one without a validator, and a value from the second call.
    private static func expectNoValidator(_ exam: inout CaseAssertions) {
        exam.expectOperationRequests(2...2)
        if let tag = exam.operationRequests.last?.headers["If-None-Match"] {
            exam.fail("expected no If-None-Match, because nothing may be stored, saw \(tag)")
        }
        guard let last = exam.evidence.answer.outcomes.last, last.kind != .value else { return }
        exam.fail("expected a value from the second call, got \(last)")
    }

    /// Expects the second call to fail, because the reply to the first one must not be stored.
    private static func expectNoStoredValue(_ exam: inout CaseAssertions) {
        let outcomes = exam.evidence.answer.outcomes
        guard outcomes.count == 2 else { return exam.fail("expected two outcomes, got \(outcomes.count)") }
        if outcomes[0].kind != .value { exam.fail("expected a value from the first call, got \(outcomes[0])") }
        guard [.value, .hang, .crash].contains(outcomes[1].kind) else { return }
        exam.fail("expected an error, because the first reply must not be stored, got \(outcomes[1])")
    }

    /// Throws if the client does not revalidate, or the operation does not read a value with a GET.
    static func requireValidators(_ call: OperationContext) throws {
        guard call.features.validators else {
            throw NotApplicableError("the client does not declare that it revalidates stored replies (validators)")
        }
        if call.method != .get { throw NotApplicableError("\(call.name) is not a GET") }
        try call.requireValue()
        try call.requireBody()
    }

    /// Returns the recorded reply with an entity tag and, instead of its own, this `Cache-Control`.
    static func storableReply(_ call: OperationContext, tag: String, _ control: String = "no-cache") -> Scenario.Reply {
        var reply = call.unstored.recordedReply
        reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, "Cache-Control") }
        reply.headers.append("Cache-Control", control)
        reply.headers.append("ETag", tag)
        return reply
    }
}
