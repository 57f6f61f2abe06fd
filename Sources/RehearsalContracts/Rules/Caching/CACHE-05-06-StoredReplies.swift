import Rehearsal

/// The rules on stored replies that a client must no longer use, CACHE-05 and CACHE-06.
enum StoredReplies {
    static let otherUser = Rule(
        "CACHE-05",
        profile: .extended,
        "A value that a client stored for one user is never returned to another user.",
        source: "RFC 9111 §4.1; the client's declaration",
        dependsOn: ["REPO-02", "REPO-09"]
    ) { call in
        guard call.features.storesPerUser else {
            throw NotApplicableError("the client does not declare that it stores replies per user (storesPerUser)")
        }
        guard call.features.fallback != .none, call.stored != nil else {
            throw NotApplicableError("\(call.name) declares no stored value as a fallback (fallback, stored)")
        }
        try call.requireToken()
        var exercise = call.recordedCase
        exercise.request.token = "rehearsal-user-1"
        var offline = exercise.scenario
        offline.endpoints[0].replies = [call.resetReply]
        exercise.furtherScenarios = [offline]
        exercise.nextUser = "rehearsal-user-2"
        exercise.request.deadline = call.testCase([], attempts: call.attemptsAfterLoss).request.deadline
        return [Rule.Draft("", exercise, examine: expectOwnValue)]
    }

    static let afterWrite = Rule(
        "CACHE-06",
        profile: .extended,
        "After a successful write, the next read of the same target sends a request.",
        source: "RFC 9111 §4.4",
        dependsOn: ["CACHE-02"]
    ) { call in
        try CachingRules.requireValidators(call)
        guard call.features.sequences else {
            throw NotApplicableError("the client does not support several operations in one case (sequences)")
        }
        let writes = call.declaration.operations.filter { !$0.isSafe && $0.path == call.path }
        if writes.isEmpty { throw NotApplicableError("the contract declares no write to \(call.path)") }
        return writes.map { write in
            let fresh = "max-age=600"
            // The tag stays the same for a conditional write, which the backend compares with that of the next reply.
            let first = CachingRules.storableReply(call, tag: write.ifMatch ?? "\"v1\"", fresh)
            let replies = [first.times(1), CachingRules.storableReply(call, tag: write.ifMatch ?? "\"v2\"", fresh)]
            var exercise = call.testCase(replies)
            exercise.scenario.endpoints.append(
                Scenario.Endpoint(write.method, write.pattern, replies: [write.recordedReply])
            )
            exercise.request.then = [write.name, call.name]
            return Rule.Draft(write.name, exercise) { expectNewRequest(&$0, after: write) }
        }
    }

    /// Expects the client of the second user not to return the value that the first user's client stored.
    private static func expectOwnValue(_ exam: inout CaseAssertions) {
        guard exam.runs.count == 2, let first = exam.runs[0].answer.outcomes.first,
            let second = exam.runs[1].answer.outcomes.first
        else { return exam.fail("expected two outcomes") }
        guard first.kind == .value else { return exam.fail("expected a value for the first user, got \(first)") }
        guard exam.runs[0].answer.store != nil else {
            return exam.markInconclusive("the client does not report what it stored (store)")
        }
        if second.kind == .value { exam.fail("expected an error for the second user, got \(second)") }
        let tags = exam.runs[1].entries.compactMap { $0.headers["If-None-Match"] }
        if let tag = tags.first { exam.fail("expected no validator of the first user, saw If-None-Match: \(tag)") }
    }

    /// Expects the read after the write to send a request.
    private static func expectNewRequest(_ exam: inout CaseAssertions, after write: Declaration.Operation) {
        let outcomes = exam.evidence.answer.outcomes
        guard outcomes.count == 3 else { return exam.fail("expected three outcomes, got \(outcomes.count)") }
        for (outcome, name) in zip(outcomes, [exam.operation.name, write.name, exam.operation.name])
        where outcome.kind != .value {
            exam.fail("expected a value from \(name), got \(outcome)")
        }
        let requests = exam.operationRequests.filter { $0.path == exam.operation.path }
        let position = requests.lastIndex { $0.method == write.method.rawValue } ?? 0
        if requests.suffix(from: position).contains(where: { $0.method == exam.operation.method.rawValue }) { return }
        exam.fail("expected a request of \(exam.operation.name) after \(write.name), saw none")
    }
}
