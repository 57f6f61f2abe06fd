import Rehearsal

extension Rule {
    /// Whole seconds, because `URLSession` on Linux takes no others.
    private static let timeout = Duration.seconds(1)

    static let recoveringFromLoss = Rule(
        "RETRY-06",
        .should,
        core: true,
        "A lost connection and a timeout are tried again where the client declares that, and the call recovers.",
        source: "RFC 9110 §9.2.2; the client's own declaration",
        restsOn: ["RETRY-01"]
    ) { declaration, operation in
        if let reason = declaration.isSentOnce(operation, after: .loss) ?? declaration.isTooSlow(2) {
            return .notApplicable(reason)
        }
        var drafts: [Draft] = []
        if declaration.attemptsAfterLoss(operation) > 1 {
            drafts.append(draft("reset", Fault(.reset, at: .beforeHead), declaration, operation))
        }
        if declaration.attemptsAfterTimeout(operation) > 1 {
            var draft = draft("timeout", Fault(.stall(), at: .beforeHead), declaration, operation)
            draft.exercise.request.timeout = timeout
            draft.exercise.time = .real
            draft.exercise.lasts = timeout + declaration.longestWaits(2)
            drafts.append(draft.resting(on: "CANC-04"))
        }
        return drafts.isEmpty
            ? .notApplicable("the client does not try again after a loss or a timeout") : .clauses(drafts)
    }

    private static func draft(
        _ variant: String,
        _ fault: Fault,
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
    ) -> Draft {
        let lost = operation.recorded.failing(fault).times(1)
        let exercise = Exercise(operation, replies: [lost, operation.recorded]).allowing(2, of: declaration)
        return Draft(variant, exercise) { exam in
            exam.expectRequests(2)
            exam.expectValue()
        }
    }
}
