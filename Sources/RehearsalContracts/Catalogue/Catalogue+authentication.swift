extension Catalogue {
    /// Who asks: AUTH.
    static let authentication: [Rule] = [oneRefresh, sharedRefresh, refreshEnds]

    private static let oneRefresh = Rule(
        "AUTH-02",
        .must,
        core: true,
        "A 401 is followed by one refresh and one more attempt with the new token.",
        source: "RFC 6750 §3.1, RFC 9110 §15.5.2",
        restsOn: ["REQ-01", "STAT-01", "STAT-05"]
    ) { declaration, operation in
        whereRefreshing(declaration, operation) {
            Rule.Draft("", .expired(operation, declaration)) { exam in
                exam.expectRefreshes(1)
                exam.expectAsked(2...2)
                exam.expectNewToken()
                exam.expectValue()
            }
        }
    }

    private static let sharedRefresh = Rule(
        "AUTH-03",
        .must,
        core: true,
        "Calls that are refused at the same time share one refresh.",
        source: "OAuth 2.0 Security BCP, RFC 9700 §4.14",
        restsOn: ["AUTH-02"]
    ) { declaration, operation in
        whereRefreshing(declaration, operation) {
            let calls = 20
            let delay = Duration.milliseconds(300)
            var exercise = Exercise.expired(operation, declaration, refreshTakes: delay)
            exercise.request.parallel = calls
            exercise.simultaneity = delay
            return Rule.Draft("", exercise) { exam in
                exam.expectRefreshes(1)
                exam.expectAsked(calls...2 * calls)
                exam.expectValue()
            }
        }
    }

    private static let refreshEnds = Rule(
        "AUTH-04",
        .must,
        core: true,
        "A 401 to a new token ends the call.",
        source: "RFC 9110 §15.5.2",
        restsOn: ["AUTH-02"]
    ) { declaration, operation in
        whereRefreshing(declaration, operation) {
            var exercise = Exercise(operation, replies: [.problem(401)])
            exercise.answerRefresh(declaration)
            return Rule.Draft("", exercise) { exam in
                exam.expectRefreshes(1)
                exam.expectAsked(2...2)
                exam.expectUnauthenticated()
                // Two seconds, and one for a client that is only being made.
                exam.expectAnswer(within: .seconds(3), "an end")
            }
        }
    }

    private static func whereRefreshing(
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
        _ draft: () -> Rule.Draft,
    ) -> Rule.Applicability {
        guard declaration.features.authRefresh != nil else {
            return .notApplicable("the client does not say that it gets another token")
        }
        guard operation.needsToken else { return .notApplicable("\(operation.name) is asked for without a token") }
        return .clauses([draft()])
    }
}
