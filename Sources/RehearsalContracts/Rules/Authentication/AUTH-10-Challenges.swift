import Rehearsal

/// The rule on challenges that the client cannot meet, AUTH-10.
enum Challenges {
    /// The values of `WWW-Authenticate`; nil for a reply without the field.
    private static let fields: KeyValuePairs<String, String?> = [
        "basic": "Basic realm=\"parking\"", "none": nil,
        "two": "Basic realm=\"parking\", Bearer error=\"invalid_token\"",
    ]

    static let rule = Rule(
        "AUTH-10",
        profile: .extended,
        "A 401 to every attempt, with any challenge, is an authentication failure; refreshes are limited as declared.",
        source: "RFC 9110 §11.6.1, §15.5.2; Alamofire AuthenticationInterceptor.RefreshWindow",
        dependsOn: ["REQ-01", "STAT-02", "AUTH-04"]
    ) { call in
        var drafts = fields.map { name, value in
            var reply = Scenario.Reply(401)
            if let value { reply.headers.append("WWW-Authenticate", value) }
            var exercise = call.answeringRefresh(call.testCase([reply]))
            exercise.request.deadline = .seconds(5)
            if value != nil, call.declaration.usesURLSessionOnLinux {
                exercise.notApplicableReason =
                    "URLSession on Linux never returns after a Basic challenge, whatever the client does"
            }
            return Rule.Draft(name, exercise) { AuthenticationRules.expectUnauthenticated(&$0) }
        }
        if call.isRefreshing, let limit = call.features.authRefresh?.limit { drafts.append(storm(call, limit)) }
        return drafts
    }

    /// Returns a clause in which every token is rejected in more calls than the client may refresh.
    private static func storm(_ call: OperationContext, _ limit: Int) -> Rule.Draft {
        var exercise = call.answeringRefresh(call.testCase([.problem(401)]))
        exercise.request.repetitions = limit + 3
        return Rule.Draft("storm", exercise) { exam in
            let seen = exam.refreshRequests.count
            if seen > limit { exam.fail("expected at most \(limit) refreshes in \(limit + 3) calls, saw \(seen)") }
            AuthenticationRules.expectUnauthenticated(&exam)
        }
    }
}
