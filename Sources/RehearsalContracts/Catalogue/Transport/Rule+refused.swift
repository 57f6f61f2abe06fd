import Rehearsal

extension Rule {
    static let refused = Rule(
        "TRN-01",
        .must,
        core: true,
        "A refused connection is a transport error (cannotConnect), promptly.",
        source: "RFC 9110 §9.2.2; URLError.cannotConnectToHost",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        let attempts = declaration.attemptsAfterRefusal
        if let reason = declaration.isTooSlow(attempts) { return .notApplicable(reason) }
        var exercise = Exercise(operation, replies: [operation.recorded]).allowing(attempts, of: declaration)
        exercise.scenario.network = [Scenario.Network(.refusing)]
        return .clauses([
            Draft("", exercise) { exam in
                exam.expectLoss(.refused)
                let waits = exam.isByOurClock(exam.evidence) ? .zero : exam.declaration.longestWaits(attempts)
                exam.expectAnswer(within: .seconds(2) + waits, "an error")
            }
        ])
    }
}
