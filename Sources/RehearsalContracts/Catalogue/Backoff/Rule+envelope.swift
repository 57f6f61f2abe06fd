import Rehearsal

extension Rule {
    static let envelope = Rule(
        "BACK-01",
        .must,
        core: true,
        "Every wait lies in the declared envelope; there is never a hot loop.",
        source: "the client's own declaration",
        restsOn: ["RETRY-01", "RETRY-02"]
    ) { declaration, operation in
        if let reason = declaration.isNotRepeated(operation) { return .notApplicable(reason) }
        let (first, bases) = (declaration.transientStatuses[0], declaration.retry.bases)
        let statuses = declaration.transientStatuses.filter { $0 == first || bases[$0] != bases[first] }
        return .clauses(
            statuses.map { status in
                var exercise = Exercise(operation, replies: [Scenario.Reply(status)])
                exercise.isTimed = true
                return Draft("\(status)", exercise.allowing(declaration.retry.attempts, of: declaration)) { exam in
                    exam.expectWaits(exam.declaration.envelope(after: status))
                }
                .onlyForItself(status != first)
            }
        )
    }
}
