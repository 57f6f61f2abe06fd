import Rehearsal

/// The rules on tokens: AUTH.
enum AuthenticationRules {
    static let all = [
        bearer, oneRefresh, sharedRefresh, refreshEnds, RejectedRefresh.rule, failedRefresh, lateRefusal, forbidden,
        rotation, Challenges.rule,
    ]

    private static let bearer = Rule(
        "AUTH-01",
        "A token is sent as Authorization: Bearer and never in the target; without a token the field is absent.",
        source: "RFC 6750 §2.1, §5.3",
        dependsOn: ["REQ-01"]
    ) { call in
        try call.requireToken()
        var without = call.recordedCase
        (without.request.token, without.request.refreshToken) = (nil, nil)
        return [
            Rule.Draft("token", call.recordedCase) { expectBearer(&$0, "t1") },
            Rule.Draft("none", without) { expectBearer(&$0, nil) }.withoutDependents(),
        ]
    }

    private static let oneRefresh = Rule(
        "AUTH-02",
        "A 401 is followed by one refresh and one more attempt with the new token.",
        source: "RFC 6750 §3.1, RFC 9110 §15.5.2",
        dependsOn: ["AUTH-01", "STAT-01", "STAT-05"]
    ) { call in
        try call.requireToken()
        return [("", 1), ("twice", 2)].map { variant, calls in
            var exercise = call.expired()
            exercise.request.repetitions = calls
            return Rule.Draft(variant, exercise) { exam in
                exam.expectRefreshes(1)
                exam.expectOperationRequests(calls + 1...calls + 1)
                exam.expectNewToken()
                exam.expectValue()
            }
            .withoutDependents(if: calls > 1)
        }
    }

    private static let sharedRefresh = Rule(
        "AUTH-03",
        "Concurrent calls that receive a 401 share one refresh.",
        source: "OAuth 2.0 Security BCP, RFC 9700 §4.14",
        dependsOn: ["AUTH-02"]
    ) { call in
        try call.requireToken()
        let (calls, delay) = (20, Duration.milliseconds(300))
        var exercise = call.expired(refreshTakes: delay)
        exercise.request.parallel = calls
        exercise.coincidenceWindow = delay
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectRefreshes(1)
                exam.expectOperationRequests(calls...2 * calls)
                exam.expectValue()
            }
        ]
    }

    private static let refreshEnds = Rule(
        "AUTH-04",
        "A 401 for a refreshed token ends the call.",
        source: "RFC 9110 §15.5.2",
        dependsOn: ["AUTH-02", "STAT-02"]
    ) { call in
        try call.requireToken()
        return [
            Rule.Draft("", call.answeringRefresh(call.testCase([.problem(401)]))) { exam in
                exam.expectRefreshes(1)
                exam.expectOperationRequests(2...2)
                expectUnauthenticated(&exam)
                // The call may take 2 s, and the construction of the client 1 s.
                exam.expectDuration(within: .seconds(3), "the call to end")
            }
        ]
    }

    /// The maximum time for which a client may delay the next refresh after a failed one, with a margin.
    private static let refreshPause = Duration.milliseconds(1_500)

    private static let failedRefresh = Rule(
        "AUTH-06",
        "A transient failure of a refresh does not end the session: the next call refreshes again and succeeds.",
        source: "RFC 9110 §15.6.4",
        dependsOn: ["AUTH-02"]
    ) { call in
        try call.requireToken()
        let failures = [
            ("503", Scenario.Reply(503)), ("reset", Scenario.Reply(200).failing(Fault(.reset, at: .beforeHead))),
        ]
        return failures.map { name, failure in
            var exercise = call.expired(secondRefusalTakes: refreshPause)
            // A client may retry the refresh within the first call, so the failure occurs only once.
            exercise.scenario.endpoints[exercise.scenario.endpoints.count - 1].replies.insert(failure.times(1), at: 0)
            // A network stack may repeat a request itself if a reset ends a reused connection.
            exercise.scenario.endpoints[1].replies[0].headers.append("Connection", "close")
            exercise.request.repetitions = 2
            exercise.request.timeout = refreshPause * 4
            exercise.estimatedDuration = refreshPause
            return Rule.Draft(name, exercise, examine: expectRecovery)
        }
    }

    private static let lateRefusal = Rule(
        "AUTH-07",
        "A 401 for the old token that arrives after the refresh does not start another refresh.",
        source: "RFC 9700 §4.14; RFC 6750 §3.1",
        dependsOn: ["AUTH-03"]
    ) { call in
        try call.requireToken()
        var exercise = call.expired(secondRefusalTakes: .milliseconds(600))
        exercise.request.parallel = 2
        // Both 401s wait until both calls have sent the old token. A call that began later would send the new one.
        for index in exercise.scenario.endpoints[1].replies.indices {
            exercise.scenario.endpoints[1].replies[index].hold = Scenario.Hold(untilWaiting: 2)
        }
        if call.features.maximumConnections == 1 {
            exercise.notApplicableReason = "the client has one request open at a time (maxConnections)"
        }
        return [
            Rule.Draft("", exercise) { exam in
                // A client that waits for the first reply before it sends the second request abandons the first one.
                let refusals = exam.operationRequests.filter { $0.status == 401 && $0.end == .completed }
                guard refusals.count > 1 else {
                    return exam.markInconclusive("the second call did not send the old token", isTransient: true)
                }
                if let instant = refusals[1].endAt, let end = exam.refreshRequests.first?.endAt, instant <= end {
                    return exam.markInconclusive(
                        "the second 401 arrived before the refresh had ended",
                        isTransient: true
                    )
                }
                exam.expectRefreshes(1)
                exam.expectValue()
            }
        ]
    }

    private static let forbidden = Rule(
        "AUTH-08",
        "A 403 does not start a refresh: a new token has the same permissions.",
        source: "RFC 6750 §3.1, RFC 9110 §15.5.4",
        dependsOn: ["REQ-01", "STAT-02"]
    ) { call in
        try call.requireToken()
        var reply = Scenario.Reply.problem(403)
        reply.headers.append("WWW-Authenticate", "Bearer error=\"insufficient_scope\"")
        let attempts = call.attempts(after: 403)
        return [
            Rule.Draft("403", call.answeringRefresh(call.testCase(failing: reply))) { exam in
                exam.expectRefreshes(0)
                exam.expectOperationRequests(attempts...attempts)
                exam.expectFailure(status: 403)
            }
        ]
    }

    private static let rotation = Rule(
        "AUTH-09",
        "If a refresh returns a new refresh token, the next refresh sends it; no refresh token is sent twice.",
        source: "OAuth 2.0 Security BCP, RFC 9700 §4.14",
        dependsOn: ["AUTH-02"]
    ) { call in
        // The rule applies only if the declared reply to a refresh contains a new refresh token.
        let reply = call.features.authRefresh?.reply
        if let reply, !ValueChange.leaves(of: reply).contains(where: { $0.value == "r2" }) {
            throw NotApplicableError("the reply to a refresh has no new refresh token (authRefresh)")
        }
        try call.requireToken()
        return [
            Rule.Draft("twice", call.expiringTwice()) { exam in
                exam.expectRefreshes(2)
                expectRotation(&exam)
                exam.expectValue()
            }
        ]
    }

    /// Expects every request of the operation to send a bearer token in Authorization, and not in its target.
    ///
    /// - Parameter token: the expected token. If nil, no request may have an Authorization field, and the client may
    ///   also send no request.
    private static func expectBearer(_ exam: inout CaseAssertions, _ token: String?) {
        if token != nil, exam.operationRequests.isEmpty { exam.fail("expected a request with the token, saw none") }
        for entry in exam.operationRequests {
            let seen = entry.headers["Authorization"]
            if let token {
                if !entry.hasBearer(token) {
                    exam.fail("expected Authorization: Bearer \(token), saw \(seen ?? "no Authorization")")
                }
                let query = entry.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
                let suffixes = ["=", "%20", "+"].map { "\($0)\(token)" }
                if query.split(separator: "&").contains(where: { value in suffixes.contains(where: value.hasSuffix) }) {
                    exam.fail("expected no token in the target, saw \(entry.target)")
                }
            } else if let seen {
                exam.fail("expected no Authorization without a token, saw \"\(seen)\"")
            }
        }
    }

    /// Expects the second refresh to send the refresh token that the first one returned.
    private static func expectRotation(_ exam: inout CaseAssertions) {
        guard exam.refreshRequests.count > 1 else { return }
        let (first, second) = (OperationContext.firstRefreshToken, OperationContext.secondRefreshToken)
        if exam.refreshRequests[1].sends(first) {
            exam.fail("expected the first refresh token to be sent once, saw it twice")
        }
        if !exam.refreshRequests[1].sends(second) {
            exam.fail("expected the second refresh to send the refresh token that the first one returned, saw none")
        }
    }

    /// Expects the second call to return a value.
    private static func expectRecovery(_ exam: inout CaseAssertions) {
        let outcomes = exam.evidence.answer.outcomes
        guard outcomes.count == 2 else { return exam.fail("expected two outcomes, got \(outcomes.count)") }
        if outcomes[1].kind != .value { exam.fail("expected a value from the second call, got \(outcomes[1])") }
    }

    /// Expects every call to fail as unauthenticated.
    static func expectUnauthenticated(_ exam: inout CaseAssertions) {
        if exam.operation.domainErrors[401] != nil { return exam.expectFailure(status: 401) }
        exam.expectOutcome("an authentication failure, or status 401") { outcome in
            switch outcome {
            case .auth(.unauthenticated, _), .auth(.refreshFailed, _): true
            case .http(let status, _, _): status == 401
            case .domain(_, let status, _): status == 401
            default: false
            }
        }
    }
}
