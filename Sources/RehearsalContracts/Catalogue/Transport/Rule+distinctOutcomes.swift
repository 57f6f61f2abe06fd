import Rehearsal

extension Rule {
    /// Timeouts and cancellations are told apart by the rules about them.
    static let distinctOutcomes = Rule(
        "TRN-05",
        .must,
        core: true,
        "Transport, HTTP, decoding, timeout and cancellation are different outcomes, and the underlying error is kept.",
        source: "this catalogue",
        restsOn: ["STAT-02", "RETRY-03", "DEC-01", "TRN-02", "CANC-01", "CANC-04"]
    ) { declaration, operation in
        let attempts = declaration.attemptsAfterLoss(operation)
        if let reason = declaration.isTooSlow(attempts) { return .notApplicable(reason) }
        let isRead = !operation.isVoid && !operation.reply.body.isEmpty
        let ends = [
            ("status 404", Scenario.Reply(404)),
            ("malformed JSON", operation.answer(body: Array(#"{"a":1"#.utf8))),
            ("a lost connection", operation.recorded.failing(Fault(.reset, at: .beforeHead))),
        ].filter { isRead || $0.0 != "malformed JSON" }
        // A run each: whoever tries again where that helps nothing meets the same end again, and not the next.
        let exercises = ends.map { Exercise(operation, replies: [$0.1]) }
        var exercise = exercises[0].allowing(attempts, of: declaration)
        exercise.others = exercises.dropFirst().map(\.scenario)
        return .clauses([
            Draft("", exercise) { exam in
                exam.expectDistinct(ends.map(\.0))
                exam.expectCode()
            }
        ])
    }
}

extension Examination {
    /// The runs came to as many different outcomes.
    fileprivate mutating func expectDistinct(_ causes: [String]) {
        let outcomes = runs.flatMap(\.answer.outcomes)
        guard outcomes.count == causes.count else {
            return complain("expected \(causes.count) outcomes, got \(outcomes.count)")
        }
        for first in outcomes.indices {
            for second in outcomes.indices.dropFirst(first + 1) where outcomes[first].isSame(as: outcomes[second]) {
                complain(
                    "expected different outcomes for \(causes[first]) and \(causes[second]), "
                        + "got \(outcomes[first]) and \(outcomes[second])"
                )
            }
        }
    }

    /// An error of the transport carries the code of a network stack that has codes.
    fileprivate mutating func expectCode() {
        guard PlatformOutcomes.of(declaration).hasCodes else { return }
        for outcome in runs.flatMap(\.answer.outcomes) {
            guard case .transport(let kind, nil) = outcome else { continue }
            complain("expected the code of the underlying error, got transport(\(kind.rawValue)) without one")
        }
    }
}

extension ClientOutcome {
    /// Whether a caller cannot tell it from the other.
    fileprivate func isSame(as other: ClientOutcome) -> Bool {
        if case .domain(let name, _, _) = self, case .domain(let another, _, _) = other { return name == another }
        return kind == other.kind
    }
}
