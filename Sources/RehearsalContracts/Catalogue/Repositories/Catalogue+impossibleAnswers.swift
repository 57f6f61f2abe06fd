import Rehearsal

extension Catalogue {
    static let impossibleAnswer = Rule(
        "REPO-12",
        .must,
        core: true,
        "An answer whose types are right, but which cannot be for the app, is a decoding or domain error.",
        source: "the client's own declaration (refuses)",
        // The first call may store what the second one falls back on.
        restsOn: ["DEC-06", "REPO-03", "REPO-04"]
    ) { _, operation in
        if operation.refused.isEmpty {
            return .notApplicable("nobody said which answers \(operation.name) refuses (refuses)")
        }
        return .clauses(
            operation.refused.map { answer in
                let body = answer.body(changing: operation.reply)
                let replies = [nil, body].map { operation.unstored.answer(body: $0).times(1) }
                var exercise = Exercise(operation, replies: replies)
                // The first call tells how many elements the client leaves out of the recorded answer.
                exercise.request.repetitions = 2
                if body == nil { exercise.impossible = "the recorded answer has no value at \(answer.places)" }
                return Rule.Draft(answer.name, exercise) { $0.expectRefusal(of: answer) }
            }
        )
    }
}

extension Examination {
    /// The second call has failed, or has left out one element more than the first, and says so.
    fileprivate mutating func expectRefusal(of answer: Declaration.RefusedAnswer) {
        let outcomes = evidence.answer.outcomes
        guard outcomes.count == 2 else { return complain("expected two outcomes, got \(outcomes.count)") }
        guard case .value(let recorded, let freshness) = outcomes[0] else {
            return complain("expected the recorded value, got \(outcomes[0])")
        }
        if [.decoding, .domain].contains(outcomes[1].kind) { return }
        if case .value(let value, let seen) = outcomes[1], seen.skipped ?? 0 > freshness.skipped ?? 0,
            ValueChange.leaves(of: value).count < ValueChange.leaves(of: recorded).count
        {
            return
        }
        let changes = answer.changes.map { "\($0.name): \($0.value.brief)" }.joined(separator: ", ")
        complain(
            "expected a decoding or domain error, or a value that leaves the element out and says so (skipped), "
                + "for \(changes), got \(outcomes[1])"
        )
    }
}
