import Rehearsal

/// The rules on values that the client has stored, REPO-02, REPO-03, REPO-04 and REPO-09.
enum StoredValues {
    static let offline = Rule(
        "REPO-02",
        "If the server cannot be reached, the client returns the stored value.",
        source: "the client's declaration (fallback)",
        dependsOn: ["STAT-01", "TRN-01", "TRN-02"]
    ) { call in
        try call.requireFallback()
        var exercises = [
            ("refused", call.refusedConnectionCase),
            ("lost", call.testCase([call.resetReply], attempts: call.attemptsAfterLoss)),
        ]
        if call.features.requestsOnlyOnline {
            var offline = call.recordedCase
            offline.request.isOnline = false
            exercises.append(("offline", offline))
        }
        return exercises.map { name, exercise in
            Rule.Draft(name, exercise.withStoredValue(call.operation), examine: expectStoredValue)
        }
    }

    static let fetched = Rule(
        "REPO-09",
        "A fetched value is stored: the client returns it if the server cannot be reached later.",
        source: "the client's declaration (fallback)",
        dependsOn: ["REPO-02"]
    ) { call in
        try call.requireFallback()
        var exercise = call.testCase([call.recordedReply.times(1), call.resetReply], attempts: call.attemptsAfterLoss)
        exercise.request.repetitions = 2
        return [Rule.Draft("", exercise, examine: expectFetchedAgain)]
    }

    static let refusal = Rule(
        "REPO-03",
        "A 4xx is never masked by a stored value.",
        source: "RFC 9110 §15.5",
        dependsOn: ["STAT-02"]
    ) { call in
        try call.requireStore()
        return [400, 401, 403, 404, 409, 410, 422, 429].map { status in
            let exercise = call.answeringRefresh(call.testCase(failing: .problem(status)))
            return Rule.Draft("\(status)", exercise.withStoredValue(call.operation)) { exam in
                exam.expectOutcome("an HTTP, authentication or domain error") {
                    [.http, .auth, .domain].contains($0.kind)
                }
            }
        }
    }

    static let corruption = Rule(
        "REPO-04",
        "An unreadable reply is never masked by a stored value.",
        source: "the client's declaration (fallback)",
        // A client that always returns the stored value fails REPO-03; one that accepts any reply fails a DEC rule.
        dependsOn: ["REPO-03", "DEC-01", "DEC-02", "DEC-09"]
    ) { call in
        try call.requireStore()
        // One mutation of each kind is tested: malformed JSON, a missing field, an unreadable date.
        let mutations = Mutations(call.operation)
        let required = mutations.fields.declared.filter { $0.isRequired == true }
        let candidates = [
            ("malformed", mutations.malformed.first),
            ("missing-key", required.first.flatMap { mutations.of($0, .removed).first }),
            ("no-date", required.first { $0.kind == .date }.flatMap { mutations.of($0, .invalidDate).first }),
        ]
        return candidates.compactMap { name, mutation in
            mutation.map { mutation in
                let exercise = call.testCase([call.operation.makeReply(mutation)])
                return Rule.Draft(name, exercise.withStoredValue(call.operation)) { exam in
                    exam.expectOutcome("a decoding or domain error") { [.decoding, .domain].contains($0.kind) }
                }
            }
        }
    }

    /// Expects the first call to return a value, and the second one a value with at least one part in common with it.
    private static func expectFetchedAgain(_ exam: inout CaseAssertions) {
        let outcomes = exam.evidence.answer.outcomes
        guard outcomes.count == 2 else { return exam.fail("expected two outcomes, got \(outcomes.count)") }
        guard let fetched = outcomes[0].value else { return exam.fail("expected a value, got \(outcomes[0])") }
        guard let stored = outcomes[1].value else {
            return exam.fail("expected the second call to return the fetched value, got \(outcomes[1])")
        }
        let leaves = ValueChange.leaves(of: fetched).map(\.value)
        let hasCommonPart = leaves.isEmpty || ValueChange.leaves(of: stored).contains { leaves.contains($0.value) }
        if !hasCommonPart { exam.fail("expected the fetched value, \(fetched.brief), got \(stored.brief)") }
    }

    /// Expects the returned value to contain at least one string or number of the stored value, in any representation.
    private static func expectStoredValue(_ exam: inout CaseAssertions) {
        exam.expectValue("the stored value")
        guard let stored = exam.operation.stored?.value, case .value(let value, let freshness)? = exam.outcome else {
            return
        }
        if !freshness.isStale { exam.note("the client does not mark the value as stale") }
        if value.isEquivalent(to: stored) || exam.operation.value?.isEquivalent(to: value) == true { return }
        let returned = ValueChange.leaves(of: value).map(\.value)
        let hasCommonPart = ValueChange.leaves(of: stored).contains { leaf in
            guard ["string", "number"].contains(leaf.value.typeName) else { return false }
            return returned.contains { WireValue(leaf.value, .date).isRepresented(as: $0) }
        }
        if !hasCommonPart { exam.fail("expected the stored value, \(stored.brief), got \(value.brief)") }
    }
}
