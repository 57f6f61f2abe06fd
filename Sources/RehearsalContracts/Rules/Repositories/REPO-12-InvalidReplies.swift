import Rehearsal

/// The rule on replies whose values are invalid for the app, REPO-12.
enum InvalidReplies {
    static let rule = Rule(
        "REPO-12",
        "A reply with correct types but values that are invalid for the app is a decoding or domain error.",
        source: "the client's declaration (refuses)",
        // If the second call returned the value that the first one stored, these rules would fail too.
        dependsOn: ["DEC-06", "REPO-03", "REPO-04"]
    ) { call in
        if call.rejectedReplies.isEmpty {
            throw NotApplicableError("the contract does not declare replies that \(call.name) rejects (refuses)")
        }
        return call.rejectedReplies.map { answer in
            let body = answer.body(changing: call.reply)
            // The first call receives the recorded reply, to compare the numbers of skipped elements.
            var exercise = call.exercise(bodies: [nil, body])
            if body == nil { exercise.notApplicableReason = "the recorded reply has no value at \(answer.places)" }
            return Rule.Draft(answer.name, exercise) { expectRefusal(&$0, of: answer) }
        }
    }

    /// Expects the second call to fail, or to return a shorter value than the first and to report skipped elements.
    private static func expectRefusal(_ exam: inout CaseAssertions, of reply: Declaration.RejectedReply) {
        let outcomes = exam.evidence.answer.outcomes
        guard outcomes.count == 2 else { return exam.fail("expected two outcomes, got \(outcomes.count)") }
        guard case .value(let recorded, let freshness) = outcomes[0] else {
            return exam.fail("expected the recorded value, got \(outcomes[0])")
        }
        if [.decoding, .domain].contains(outcomes[1].kind) { return }
        if case .value(let value, let seen) = outcomes[1], seen.skipped ?? 0 > freshness.skipped ?? 0,
            ValueChange.leaves(of: value).count < ValueChange.leaves(of: recorded).count
        {
            return
        }
        let changes = reply.changes.map { "\($0.name): \($0.value.brief)" }.joined(separator: ", ")
        exam.fail(
            "expected a decoding or domain error, or a value that reports the invalid element as skipped (skipped), "
                + "for \(changes), got \(outcomes[1])"
        )
    }
}
