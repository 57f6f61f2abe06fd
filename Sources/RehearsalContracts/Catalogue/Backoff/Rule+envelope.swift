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
        let status = declaration.transientStatuses[0]
        var exercise = Exercise(operation, replies: [Scenario.Reply(status)])
        exercise.isTimed = true
        return .clauses([
            Draft("\(status)", exercise.allowing(declaration.retry.attempts, of: declaration)) { exam in
                exam.expectWaits(exam.declaration.envelope)
            }
        ])
    }
}
