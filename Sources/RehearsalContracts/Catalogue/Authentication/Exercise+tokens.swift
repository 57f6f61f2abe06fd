import Rehearsal

extension Exercise {
    /// An operation that is answered for the token `t2`, and refused for any other; `t2` is to be had.
    static func expired(
        _ operation: Declaration.Operation,
        _ declaration: Declaration,
        refreshTakes delay: Duration = .zero,
    ) -> Exercise {
        var exercise = Exercise(operation, replies: [.problem(401)])
        let newToken = Scenario.Condition(headers: [.init("Authorization", .endsWith("t2"))])
        exercise.scenario.endpoints.insert(
            Scenario.Endpoint(operation.method, operation.pattern, when: newToken, replies: [operation.recorded]),
            at: 0
        )
        exercise.answerRefresh(declaration, after: delay)
        return exercise
    }

    /// Gives another token to a client that asks for one as it says that it does.
    mutating func answerRefresh(_ declaration: Declaration, after delay: Duration = .zero) {
        guard let refresh = declaration.features.authRefresh else { return }
        let reply = Scenario.Reply(body: .json(refresh.reply), delay: .fixed(delay))
        scenario.endpoints.append(
            Scenario.Endpoint(refresh.method, Scenario.PathPattern(refresh.path), replies: [reply])
        )
    }
}
