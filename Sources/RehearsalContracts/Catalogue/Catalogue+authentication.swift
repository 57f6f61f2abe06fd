import Rehearsal

extension Catalogue {
    /// Who asks: AUTH.
    static let authentication: [Rule] = [
        bearer, oneRefresh, sharedRefresh, refreshEnds, failedRefresh, lateRefusal, forbidden, rotation,
    ]

    private static let bearer = Rule(
        "AUTH-01",
        .must,
        core: true,
        "A token is sent as Authorization: Bearer, and not in the target; without a token there is no such field.",
        source: "RFC 6750 §2.1, §5.3",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        whereRefreshing(declaration, operation) {
            var without = Exercise(operation, replies: [operation.recorded])
            (without.request.token, without.request.refreshToken) = (nil, nil)
            return [
                Rule.Draft("token", Exercise(operation, replies: [operation.recorded])) { $0.expectBearer("t1") },
                Rule.Draft("none", without) { $0.expectBearer(nil) }.onlyForItself(),
            ]
        }
    }

    private static let oneRefresh = Rule(
        "AUTH-02",
        .must,
        core: true,
        "A 401 is followed by one refresh and one more attempt with the new token.",
        source: "RFC 6750 §3.1, RFC 9110 §15.5.2",
        restsOn: ["AUTH-01", "STAT-01", "STAT-05"]
    ) { declaration, operation in
        var twice = Exercise.expired(operation, declaration)
        twice.request.repetitions = 2
        return whereRefreshing(declaration, operation) {
            [
                Rule.Draft("", .expired(operation, declaration)) { exam in
                    exam.expectRefreshes(1)
                    exam.expectAsked(2...2)
                    exam.expectNewToken()
                    exam.expectValue()
                },
                Rule.Draft("twice", twice) { exam in
                    exam.expectRefreshes(1)
                    exam.expectAsked(3...3)
                    exam.expectNewToken()
                    exam.expectValue()
                }
                .onlyForItself(),
            ]
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
            return [
                Rule.Draft("", exercise) { exam in
                    exam.expectRefreshes(1)
                    exam.expectAsked(calls...2 * calls)
                    exam.expectValue()
                }
            ]
        }
    }

    private static let refreshEnds = Rule(
        "AUTH-04",
        .must,
        core: true,
        "A 401 to a new token ends the call.",
        source: "RFC 9110 §15.5.2",
        restsOn: ["AUTH-02", "STAT-02"]
    ) { declaration, operation in
        whereRefreshing(declaration, operation) {
            var exercise = Exercise(operation, replies: [.problem(401)])
            exercise.answerRefresh(declaration)
            return [
                Rule.Draft("", exercise) { exam in
                    exam.expectRefreshes(1)
                    exam.expectAsked(2...2)
                    exam.expectUnauthenticated()
                    // Two seconds, and one for a client that is only being made.
                    exam.expectAnswer(within: .seconds(3), "an end")
                }
            ]
        }
    }

    private static let spared = Duration.milliseconds(1_500)

    private static let failedRefresh = Rule(
        "AUTH-06",
        .must,
        core: true,
        "A refresh that fails for a moment signs nobody out: the next call refreshes again and succeeds.",
        source: "RFC 9110 §15.6.4",
        restsOn: ["AUTH-02"]
    ) { declaration, operation in
        whereRefreshing(declaration, operation) {
            let failures = [
                ("503", Scenario.Reply(503)),
                ("reset", Scenario.Reply(200).failing(Fault(.reset, at: .beforeHead))),
            ]
            return failures.map { name, failure in
                var exercise = Exercise.expired(operation, declaration)
                // A client may send its refresh again within the first call.
                exercise.failRefresh(declaration, with: failure.times(1))
                exercise.request.repetitions = 2
                // Or it spares the server of tokens for a second after a failure.
                var late = Scenario.Reply.problem(401)
                late.delay = .fixed(spared)
                exercise.scenario.endpoints[1].replies = [.problem(401).times(1), late]
                exercise.request.timeout = spared * 4
                (exercise.time, exercise.lasts) = (.real, spared)
                return Rule.Draft(name, exercise) { exam in exam.expectRecovery() }
            }
        }
    }

    private static let lateRefusal = Rule(
        "AUTH-07",
        .must,
        core: true,
        "A 401 to an old token that comes after the refresh does not lead to another refresh.",
        source: "RFC 9700 §4.14; RFC 6750 §3.1",
        restsOn: ["AUTH-03"]
    ) { declaration, operation in
        whereRefreshing(declaration, operation) {
            let delay = Duration.milliseconds(600)
            var exercise = Exercise.expired(operation, declaration)
            exercise.request.parallel = 2
            exercise.time = .real
            var late = Scenario.Reply.problem(401)
            late.delay = .fixed(delay)
            exercise.scenario.endpoints[1].replies = [.problem(401).times(1), late]
            return [
                Rule.Draft("", exercise) { exam in
                    let refusals = exam.asked.filter { $0.status == 401 }
                    guard refusals.count > 1 else {
                        return exam.doubt("the second call did not send the old token", isPassing: true)
                    }
                    if exam.isRefreshing(at: refusals[1].endAt) {
                        return exam.doubt("the second 401 came before the refresh had ended", isPassing: true)
                    }
                    exam.expectRefreshes(1)
                    exam.expectValue()
                }
            ]
        }
    }

    private static let forbidden = Rule(
        "AUTH-08",
        .must,
        core: true,
        "A 403 does not lead to a refresh: another token does not change what its owner may do.",
        source: "RFC 6750 §3.1, RFC 9110 §15.5.4",
        restsOn: ["REQ-01", "STAT-02"]
    ) { declaration, operation in
        whereRefreshing(declaration, operation) {
            var reply = Scenario.Reply.problem(403)
            reply.headers.append("WWW-Authenticate", "Bearer error=\"insufficient_scope\"")
            var exercise = Exercise(operation, failing: reply, declaration)
            exercise.answerRefresh(declaration)
            let attempts = declaration.attempts(of: operation, after: 403)
            return [
                Rule.Draft("403", exercise) { exam in
                    exam.expectRefreshes(0)
                    exam.expectAsked(attempts...attempts)
                    exam.expectFailure(status: 403)
                }
            ]
        }
    }

    private static let rotation = Rule(
        "AUTH-09",
        .must,
        core: true,
        "Where a refresh brings another refresh token, the next refresh sends that one, and none is sent twice.",
        source: "OAuth 2.0 Security BCP, RFC 9700 §4.14",
        restsOn: ["AUTH-02"]
    ) { declaration, operation in
        guard declaration.features.authRefresh?.rotates != false else {
            return .notApplicable("a refresh brings no other refresh token")
        }
        return whereRefreshing(declaration, operation) {
            [
                // It depends on the clause of the same variant.
                Rule.Draft("twice", .expiringTwice(operation, declaration)) { exam in
                    exam.expectRefreshes(2)
                    exam.expectRotation()
                    exam.expectValue()
                }
            ]
        }
    }

    private static func whereRefreshing(
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
        _ drafts: () -> [Rule.Draft],
    ) -> Rule.Applicability {
        guard declaration.features.authRefresh != nil else {
            return .notApplicable("the client does not say that it gets another token")
        }
        guard operation.needsToken else { return .notApplicable("\(operation.name) is asked for without a token") }
        return .clauses(drafts())
    }
}
