import Rehearsal

/// REPO-12: answers that cannot be for the app.
enum ImpossibleAnswers {
    static let rule = Rule(
        "REPO-12",
        "An answer whose types are right, but which cannot be for the app, is a decoding or domain error.",
        source: "the client's own declaration (refuses)",
        // The first call may store what the second one falls back on.
        restsOn: ["DEC-06", "REPO-03", "REPO-04"]
    ) { call in
        if call.refused.isEmpty {
            throw Inapplicable("nobody said which answers \(call.name) refuses (refuses)")
        }
        return call.refused.map { answer in
            let body = answer.body(changing: call.reply)
            // The first call tells how many elements the client leaves out of the recorded answer.
            var exercise = call.exercise(bodies: [nil, body])
            if body == nil { exercise.impossible = "the recorded answer has no value at \(answer.places)" }
            return Rule.Draft(answer.name, exercise) { expectRefusal(&$0, of: answer) }
        }
    }

    /// The second call has failed, or has left out one element more than the first, and says so.
    private static func expectRefusal(_ exam: inout Examination, of answer: Declaration.RefusedAnswer) {
        let outcomes = exam.evidence.answer.outcomes
        guard outcomes.count == 2 else { return exam.complain("expected two outcomes, got \(outcomes.count)") }
        guard case .value(let recorded, let freshness) = outcomes[0] else {
            return exam.complain("expected the recorded value, got \(outcomes[0])")
        }
        if [.decoding, .domain].contains(outcomes[1].kind) { return }
        if case .value(let value, let seen) = outcomes[1], seen.skipped ?? 0 > freshness.skipped ?? 0,
            ValueChange.leaves(of: value).count < ValueChange.leaves(of: recorded).count
        {
            return
        }
        let changes = answer.changes.map { "\($0.name): \($0.value.brief)" }.joined(separator: ", ")
        exam.complain(
            "expected a decoding or domain error, or a value that leaves the element out and says so (skipped), "
                + "for \(changes), got \(outcomes[1])"
        )
    }
}
