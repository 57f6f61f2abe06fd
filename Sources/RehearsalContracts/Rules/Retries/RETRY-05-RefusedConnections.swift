import Rehearsal

/// The rule on requests that were never sent, RETRY-05.
enum RefusedConnections {
    static let rule = Rule(
        "RETRY-05",
        level: .may,
        profile: .extended,
        "A refused connection is retried as declared; the request is sent once when the server accepts connections.",
        source: "RFC 9110 §9.2.2; the client's declaration",
        dependsOn: ["RETRY-01", "BACK-01"]
    ) { call in
        let attempts = call.declaration.attemptsAfterRefusal
        guard attempts > 1 else {
            throw NotApplicableError("the client does not retry after a refused connection (afterRefusal)")
        }
        try call.requireTime(for: attempts)
        let bounds = call.declaration.waitBounds()
        let least = (1..<attempts).reduce(Duration.zero) { $0 + bounds.bounds($1).lowerBound }
        guard least >= shortest else {
            throw NotApplicableError("the client may wait for only \(least.displayText) before its last attempt")
        }
        var exercise = call.testCase([call.recordedReply], attempts: attempts)
        exercise.scenario.network = [Scenario.Network(.refusing, until: .after(least / 2))]
        exercise.coincidenceWindow = least / 2
        // The client may also give up if the request has an effect, although the server has not seen it.
        let mustRecover = call.declaration.retriesSafely(call.operation, after: .loss)
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectRequests((mustRecover ? 1 : 0)...1)
                if mustRecover { return exam.expectValue() }
                exam.expectOutcome("a value or transport(cannotConnect)") { outcome in
                    if case .transport = outcome { true } else { outcome.kind == .value }
                }
            }
        ]
    }

    /// The minimum total of the waits for which the server can refuse connections before the last attempt.
    private static let shortest = Duration.milliseconds(40)
}
