import Rehearsal

extension Catalogue {
    static let clientErrors = Rule(
        "STAT-02",
        .must,
        core: true,
        "Every 4xx is an error that carries its exact status.",
        source: "RFC 9110 §15, §15.5",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        // Where a 401 leads to a refresh, AUTH-04 is about it.
        let isRefreshed = declaration.features.authRefresh != nil && operation.needsToken
        let statuses = [400, 401, 403, 404, 405, 409, 410, 422, 429, 471].filter { $0 != 401 || !isRefreshed }
        return .clauses(
            statuses.map { (status: Int) in
                var exercise = Exercise(operation, failing: .problem(status), declaration)
                exercise.answerRefresh(declaration)
                return Rule.Draft("\(status)", exercise) { $0.expectFailure(status: status) }
                    .onlyForItself(status == 471)
            }
        )
    }

    static let unusualStatuses = Rule(
        "STAT-03",
        .must,
        core: true,
        "A 3xx that leads nowhere and a status beyond 599 are failures, even if the body is what a success would bring.",
        source: "RFC 9110 §15, §15.4",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        .clauses(
            [300, 304, 399, 600, 999].map { (status: Int) in
                let reply = status == 304 ? Scenario.Reply(304) : operation.answer(status)
                let draft = Rule.Draft("\(status)", Exercise(operation, failing: reply, declaration)) { exam in
                    exam.expectUnusualFailure(status: status)
                }
                return status < 600 ? draft : draft.resting(on: "STAT-04")
            }
        )
    }

    static let serverErrors = Rule(
        "STAT-04",
        .must,
        core: true,
        "A 5xx is never taken for success, even if its body is what a success would bring.",
        source: "RFC 9110 §15.6",
        restsOn: ["REQ-01"]
    ) { declaration, operation in
        .clauses(
            [500, 599].map { (status: Int) in
                let exercise = Exercise(operation, failing: operation.answer(status), declaration)
                return Rule.Draft("\(status)", exercise) { exam in exam.expectFailure(status: status) }
            }
        )
    }

    static let failureKept = Rule(
        "STAT-07",
        .must,
        core: true,
        "The body and the headers of an HTTP error are kept.",
        source: "RFC 9457 §3, RFC 9110 §10.2.3",
        restsOn: ["REQ-01", "STAT-02"]
    ) { declaration, operation in
        .clauses([
            Rule.Draft("body", keptExercise(declaration, operation, [422, 400, 418])) { exam in exam.expectBodyKept() },
            Rule.Draft("headers", keptExercise(declaration, operation, [410, 418, 429])) { exam in
                exam.expectHeaderKept("Retry-After")
            },
        ])
    }

    /// One answer with the first of these statuses that the client has no word of its own for,
    /// and sends nothing again after.
    private static func keptExercise(
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
        _ statuses: [Int],
    ) -> Exercise {
        let status = statuses.first {
            operation.domainErrors[$0] == nil && declaration.attempts(of: operation, after: $0) == 1
        }
        var reply = Scenario.Reply.problem(status ?? 418)
        reply.headers.append("Retry-After", "7")
        var exercise = Exercise(operation, replies: [reply])
        if status == nil { exercise.impossible = "the client has a word of its own for each, or tries it again" }
        return exercise
    }
}

extension Scenario.Reply {
    /// A refusal that explains itself (RFC 9457), with the headers that its status asks for.
    static func problem(_ status: Int) -> Scenario.Reply {
        var reply = Scenario.Reply(status, body: .bytes(explanation, type: "application/problem+json"))
        if status == 401 { reply.headers.append("WWW-Authenticate", "Bearer error=\"invalid_token\"") }
        if status == 405 { reply.headers.append("Allow", "OPTIONS") }
        return reply
    }

    /// What ``problem(_:)`` says.
    static let explanation = Array(
        #"{"title": "It was not done", "detail": "A reason that people can read.", "code": 17}"#.utf8
    )
}
