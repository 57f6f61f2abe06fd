import Rehearsal

extension Rule {
    static let repeatedDelete = Rule(
        "IDEM-07",
        .should,
        "A DELETE that is sent again after a lost reply has succeeded where the second reply is 404 or 410.",
        source: "RFC 9110 §9.2.2: the response might differ",
        restsOn: ["RETRY-06", "STAT-02"]
    ) { declaration, operation in
        guard operation.method == .delete else { return .notApplicable("\(operation.name) deletes nothing") }
        // There is no value to return where the reply with it was lost.
        guard operation.isVoid else { return .notApplicable("\(operation.name) returns a value") }
        if let reason = declaration.isSentOnce(operation, after: .loss) ?? declaration.isTooSlow(2) {
            return .notApplicable(reason)
        }
        guard declaration.attemptsAfterLoss(operation) > 1 else {
            return .notApplicable("the client does not try again after a loss")
        }
        return .clauses(
            [404, 410].map { (status: Int) in
                let lost = operation.recorded.failing(Fault(.reset, at: .beforeHead)).times(1)
                let exercise = Exercise(operation, replies: [lost, .problem(status)]).allowing(2, of: declaration)
                return Draft("\(status)", exercise) { exam in
                    exam.expectRequests(2)
                    exam.expectValue("success: the first request was carried out")
                }
            }
        )
    }
}
