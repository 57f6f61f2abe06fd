import Rehearsal

extension Rule {
    /// What another attempt does not change.
    private static let permanent = [400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 451, 501, 505]

    static let final = Rule(
        "RETRY-03",
        .must,
        core: true,
        "What another attempt does not change is not tried again.",
        source: "RFC 9110 §15.5; AIP-194",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        let statuses = permanent.filter { status in
            // With another token, 401 may be another answer: that is a matter of AUTH.
            !(status == 401 && declaration.features.authRefresh != nil && operation.needsToken)
                && !declaration.retry.statuses.contains(status)
        }
        return .clauses(
            statuses.map { status in
                Draft("\(status)", Exercise(operation, replies: [Scenario.Reply(status)])) { exam in
                    exam.expectRequests(1)
                }
            }
        )
    }
}
