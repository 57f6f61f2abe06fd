import Rehearsal

/// The rule on a refresh token that the server rejects, AUTH-05.
enum RejectedRefresh {
    static let rule = Rule(
        "AUTH-05",
        profile: .extended,
        "A rejected refresh token fails all waiting calls, and neither token is sent again.",
        source: "RFC 6749 §5.2; RFC 9700 §4.14",
        dependsOn: ["AUTH-02"]
    ) { call in
        try call.requireToken()
        let (calls, delay) = (20, Duration.milliseconds(300))
        var parallel = rejecting(call, after: delay)
        parallel.request.parallel = calls
        parallel.coincidenceWindow = delay
        var sequential = rejecting(call)
        sequential.request.repetitions = 2
        return [
            Rule.Draft("parallel", parallel) { exam in
                exam.expectRefreshes(1)
                exam.expectOperationRequests(1...calls)
                AuthenticationRules.expectUnauthenticated(&exam)
            }
            .depending(on: "AUTH-03"),
            Rule.Draft("twice", sequential) { exam in
                exam.expectRefreshes(1)
                AuthenticationRules.expectUnauthenticated(&exam)
                guard let end = exam.refreshRequests.first?.endAt else { return }
                if exam.operationRequests.contains(where: { $0.at >= end && $0.sends("t1") }) {
                    exam.fail("expected no request with the old token after the rejected refresh, saw one")
                }
            },
        ]
    }

    /// Returns a test case in which every request receives a 401, and every refresh a 400 after this delay.
    private static func rejecting(_ call: OperationContext, after delay: Duration = .zero) -> TestCase {
        var exercise = call.answeringRefresh(call.testCase([.problem(401)]))
        let error = Scenario.Reply(400, body: .json(["error": "invalid_grant"]), delay: .fixed(delay))
        exercise.scenario.endpoints[exercise.scenario.endpoints.count - 1].replies = [error]
        return exercise
    }
}
