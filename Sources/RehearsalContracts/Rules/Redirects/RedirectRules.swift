import Rehearsal

/// The rules on redirects: REDIR.
enum RedirectRules {
    static let all = [
        FollowedRedirects.safe, FollowedRedirects.body, FollowedRedirects.seeOther, otherOrigin,
        FollowedRedirects.loops, FollowedRedirects.schemes, FollowedRedirects.relative,
    ]

    /// The path in the `Location` field of the redirect.
    private static let path = "/rehearsal-other-origin"
    /// The client's access token, which is long enough not to occur elsewhere in a request by chance.
    private static let token = "rehearsal-access-token"

    private static let otherOrigin = Rule(
        "REDIR-04",
        "A redirect to another origin does not forward credentials.",
        source: "RFC 9110 §15.4; RFC 6454 §4",
        dependsOn: ["AUTH-01"]
    ) { call in
        try call.requireToken("the client does not declare a token (authRefresh)")
        guard call.isSafe else { throw NotApplicableError("not every client follows a redirect of \(call.method)") }
        return [302, 307].map { (status: Int) in
            let redirect = Scenario.Reply(status, headers: ["Location": "\(TestCase.otherOrigin)\(path)"])
            var exercise = call.testCase([redirect])
            exercise.request.token = token
            exercise.redirectsToOtherOrigin = true
            exercise.scenario.endpoints.append(
                Scenario.Endpoint(call.method, Scenario.PathPattern(path), replies: [call.recordedReply])
            )
            return Rule.Draft("\(status)", exercise) { expectNoCredentials(&$0, at: path) }
        }
    }

    /// Expects no request to the path at the other origin to contain the token in its target or in a header field.
    private static func expectNoCredentials(_ exam: inout CaseAssertions, at path: String) {
        let token = exam.testCase.request.token ?? ""
        // The other origin is the same server with the host `localhost`. Requests to the original host may have tokens.
        let followed = exam.attempts.filter { entry in
            entry.target.contains(path) && entry.headers["Host"]?.hasPrefix("localhost") == true
        }
        if followed.isEmpty { exam.note("the client did not follow the redirect to another origin") }
        for entry in followed {
            var places = entry.headers.fields.filter { $0.value?.contains(token) == true }.map(\.name)
            if entry.target.contains(token) { places.append("the target") }
            for place in places {
                exam.fail("expected no credentials at another origin, saw the token in \(place)")
            }
        }
    }
}
