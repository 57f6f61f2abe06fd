import Rehearsal

extension Rule {
    static let lost = Rule(
        "TRN-02",
        .must,
        core: true,
        "A reset after the request is a transport error (connectionLost).",
        source: "RFC 9110 §9.2.2; URLError.networkConnectionLost",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        let attempts = declaration.attemptsAfterLoss(operation)
        if let reason = declaration.isTooSlow(attempts) { return .notApplicable(reason) }
        let reset = operation.recorded.failing(Fault(.reset, at: .beforeHead))
        let exercise = Exercise(operation, replies: [reset]).allowing(attempts, of: declaration)
        return .clauses([Draft("", exercise) { exam in exam.expectLoss(.reset) }])
    }
}
