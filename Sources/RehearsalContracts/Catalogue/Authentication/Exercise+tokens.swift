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

    /// The refresh tokens of ``expiringTwice(_:_:)``: too long to be a part of anything else that a client sends.
    static let (firstRefreshToken, secondRefreshToken) = ("rehearsal-refresh-1", "rehearsal-refresh-2")

    /// Two calls, each of which meets an expired token: `t1`, and then `t2` at its second use.
    static func expiringTwice(_ operation: Declaration.Operation, _ declaration: Declaration) -> Exercise {
        var exercise = Exercise(operation, replies: [.problem(401)])
        let endpoints = [
            ("t2", [operation.recorded.times(1), .problem(401)]), ("t3", [operation.recorded]),
        ].map { token, replies in
            let condition = Scenario.Condition(headers: [.init("Authorization", .endsWith(token))])
            return Scenario.Endpoint(operation.method, operation.pattern, when: condition, replies: replies)
        }
        exercise.scenario.endpoints.insert(contentsOf: endpoints, at: 0)
        exercise.answerRefresh(declaration, isRotating: true)
        exercise.request.refreshToken = firstRefreshToken
        exercise.request.repetitions = 2
        return exercise
    }

    /// Answers the first refreshes with a failure.
    mutating func failRefresh(_ declaration: Declaration, with failure: Scenario.Reply) {
        guard declaration.features.authRefresh != nil, let last = scenario.endpoints.indices.last else { return }
        scenario.endpoints[last].replies.insert(failure, at: 0)
    }

    /// Gives another token to a client that asks for one as it says that it does.
    ///
    /// - Parameter isRotating: whether the second refresh brings other tokens than the first.
    mutating func answerRefresh(
        _ declaration: Declaration,
        after delay: Duration = .zero,
        isRotating: Bool = false,
    ) {
        guard let refresh = declaration.features.authRefresh else { return }
        let second = refresh.reply.replacing(["r2": .string(Self.secondRefreshToken)])
        let reply = Scenario.Reply(body: .json(isRotating ? second : refresh.reply), delay: .fixed(delay))
        let next = Scenario.Reply(body: .json(refresh.reply.replacing(["t2": "t3", "r2": "rehearsal-refresh-3"])))
        scenario.endpoints.append(
            Scenario.Endpoint(
                refresh.method,
                Scenario.PathPattern(refresh.path),
                replies: isRotating ? [reply.times(1), next] : [reply]
            )
        )
    }
}

extension DeclaredFeatures.AuthRefresh {
    /// Whether the reply to a refresh brings another refresh token.
    var rotates: Bool { ValueChange.leaves(of: reply).contains { $0.value == "r2" } }
}

extension JSON {
    /// The same document with other strings in place of these, wherever they are values.
    fileprivate func replacing(_ strings: [String: JSON]) -> JSON {
        switch self {
        case .string(let text): strings[text] ?? self
        case .array(let elements): .array(elements.map { $0.replacing(strings) })
        case .object(let members): .object(members.map { JSON.Member($0.name, $0.value.replacing(strings)) })
        default: self
        }
    }
}
