import Rehearsal

/// The rules on stored values after a failure, REPO-06, REPO-07, REPO-08 and REPO-10.
enum StoredFailures {
    static let serverErrors = Rule(
        "REPO-06",
        level: .should,
        profile: .extended,
        "A 5xx is an error, unless the client declares that it then returns the stored value.",
        source: "RFC 9111 §4.2.4, §4.3.3; RFC 5861 §4",
        dependsOn: ["REPO-03", "STAT-04"]
    ) { call in
        try call.requireStore()
        let exercise = call.testCase(failing: Scenario.Reply(503)).withStoredValue(call.operation)
        guard call.features.fallback == .staleIfError else {
            return [Rule.Draft("503", exercise) { $0.expectFailure(status: 503) }]
        }
        return [
            Rule.Draft("503", exercise) { exam in
                exam.expectValue("the stored value, as declared for a 5xx")
                if case .value(_, let freshness)? = exam.outcome, !freshness.isStale {
                    exam.note("the stored value is not reported as stale (stale)")
                }
            }
        ]
    }

    static let nothingStored = Rule(
        "REPO-07",
        profile: .extended,
        "Without a connection and without a stored value, the client reports the connection, not a missing value.",
        source: "the client's declaration (fallback)",
        dependsOn: ["TRN-01"]
    ) { call in
        try call.requireFallback()
        // The monitor reports no connection either; TRN-01 tests a refused connection with a monitor that reports one.
        var exercise = call.refusedConnectionCase
        exercise.request.isOnline = false
        return [
            Rule.Draft("", exercise) { exam in
                let missing = [404, 410].compactMap { exam.operation.domainErrors[$0] }
                let mayDiffer = exam.declaration.features.requestsOnlyOnline
                exam.expectOutcome("a transport error") { outcome in
                    switch outcome {
                    case .transport, .timeout: true
                    // A client that sends no request may have an error of its own for this.
                    case .domain(let name, nil, _):
                        mayDiffer && !missing.contains(name) && !name.lowercased().contains("notfound")
                    default: false
                    }
                }
            }
        ]
    }

    static let eviction = Rule(
        "REPO-08",
        level: .should,
        profile: .extended,
        "A 404 or 410 removes the stored value, which is then not returned without a connection either.",
        source: "RFC 9110 §15.5.5, §15.5.11; the client's declaration (fallback)",
        dependsOn: ["REPO-02", "REPO-03"]
    ) { call in
        try call.requireFallback()
        // A missing list does not mean that its elements, which the client may have stored one by one, are missing.
        guard isNamedByPath(call) else {
            throw NotApplicableError("the recorded reply to \(call.name) is not the object that its path names")
        }
        return [404, 410].map { status in
            let replies = [Scenario.Reply.problem(status).times(1), call.resetReply]
            var exercise = call.testCase(replies, attempts: call.attemptsAfterLoss).withStoredValue(call.operation)
            exercise.request.repetitions = 2
            return Rule.Draft("\(status)", exercise) { exam in
                let outcomes = exam.evidence.answer.outcomes
                guard outcomes.count == 2 else { return exam.fail("expected two outcomes, got \(outcomes.count)") }
                if [.value, .hang, .crash].contains(outcomes[0].kind) {
                    exam.fail("expected an error for the \(status), got \(outcomes[0])")
                } else if [.value, .hang, .crash].contains(outcomes[1].kind) {
                    exam.fail("expected an error without a connection after the \(status), got \(outcomes[1])")
                }
            }
        }
    }

    static let intactStore = Rule(
        "REPO-10",
        profile: .extended,
        "An unreadable reply does not change the stored value, which is still returned without a connection.",
        source: "the client's declaration (fallback)",
        dependsOn: ["REPO-09", "REPO-04"]
    ) { call in
        try call.requireFallback()
        let mutations = Mutations(call.operation)
        let required = mutations.fields.declared.first { $0.isRequired == true }
        let candidates = [
            ("malformed", mutations.malformed.first),
            ("missing-key", required.flatMap { mutations.of($0, .removed).first }),
        ]
        return candidates.compactMap { name, mutation in
            mutation.map { mutation in
                let replies = [
                    call.operation.recordedReply.times(1), call.operation.makeReply(mutation).times(1), call.resetReply,
                ]
                var exercise = call.testCase(replies, attempts: call.attemptsAfterLoss)
                exercise.request.repetitions = 3
                return Rule.Draft(name, exercise, examine: expectLastGoodValue)
            }
        }
    }

    /// Whether the recorded reply is an object with a member whose value is the last segment of the path.
    private static func isNamedByPath(_ call: OperationContext) -> Bool {
        guard case .object(let members)? = call.reply.document?.root.value,
            let segment = call.path.split(separator: "/").last
        else { return false }
        return members.contains { member in
            switch member.value {
            case .string(let text): text == segment
            case .number(let number): number.text == segment
            default: false
            }
        }
    }

    /// Expects the third call, without a connection, to return the value of the first one.
    private static func expectLastGoodValue(_ exam: inout CaseAssertions) {
        let outcomes = exam.evidence.answer.outcomes
        guard outcomes.count == 3 else { return exam.fail("expected three outcomes, got \(outcomes.count)") }
        guard let fetched = outcomes[0].value else { return exam.fail("expected a value, got \(outcomes[0])") }
        // REPO-04 tests the second outcome.
        guard let stored = outcomes[2].value else {
            return exam.fail("expected the value of the first call after an unreadable reply, got \(outcomes[2])")
        }
        let leaves = ValueChange.leaves(of: fetched).map(\.value)
        let hasCommonPart = leaves.isEmpty || ValueChange.leaves(of: stored).contains { leaves.contains($0.value) }
        if !hasCommonPart { exam.fail("expected the value of the first call, \(fetched.brief), got \(stored.brief)") }
    }
}
