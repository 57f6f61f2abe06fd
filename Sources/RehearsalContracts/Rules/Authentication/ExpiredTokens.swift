import Rehearsal

/// The test cases with tokens that expire.
extension OperationContext {
    /// Returns a test case that accepts only the token `t2`; a refresh returns `t2`.
    ///
    /// - Parameter refusal: the delay of every 401 after the first, for calls in real time.
    func expired(refreshTakes delay: Duration = .zero, secondRefusalTakes refusal: Duration? = nil) -> TestCase {
        var exercise = answering(["t2": [operation.recordedReply]])
        if let refusal {
            var late = Scenario.Reply.problem(401)
            late.delay = .fixed(refusal)
            exercise.scenario.endpoints[1].replies = [.problem(401).times(1), late]
            exercise.timeSource = .real
        }
        return answeringRefresh(exercise, after: delay)
    }

    /// The refresh tokens of ``expiringTwice()``, long enough not to occur by chance in another part of a request.
    static let (firstRefreshToken, secondRefreshToken) = ("rehearsal-refresh-1", "rehearsal-refresh-2")

    /// Returns a test case of two calls that each meet an expired token: `t1`, and then `t2` at its second use.
    func expiringTwice() -> TestCase {
        var exercise = answering([
            "t2": [operation.recordedReply.times(1), .problem(401)], "t3": [operation.recordedReply],
        ])
        exercise = answeringRefresh(exercise, isRotating: true)
        exercise.request.refreshToken = Self.firstRefreshToken
        exercise.request.repetitions = 2
        return exercise
    }

    /// Returns a test case that replies with 401 to every request without one of these tokens.
    private func answering(_ replies: KeyValuePairs<String, [Scenario.Reply]>) -> TestCase {
        var exercise = testCase([.problem(401)])
        let endpoints = replies.map { token, replies in
            let condition = Scenario.Condition(headers: [.init("Authorization", .endsWith(token))])
            return Scenario.Endpoint(operation.method, operation.pattern, when: condition, replies: replies)
        }
        exercise.scenario.endpoints.insert(contentsOf: endpoints, at: 0)
        return exercise
    }

    /// Adds the declared token endpoint to a test case.
    ///
    /// - Parameter isRotating: whether each refresh returns a new refresh token.
    func answeringRefresh(_ exercise: TestCase, after delay: Duration = .zero, isRotating: Bool = false) -> TestCase {
        guard let refresh = features.authRefresh else { return exercise }
        let second = refresh.reply.replacing(["r2": .string(Self.secondRefreshToken)])
        let reply = Scenario.Reply(body: .json(isRotating ? second : refresh.reply), delay: .fixed(delay))
        let next = Scenario.Reply(body: .json(refresh.reply.replacing(["t2": "t3", "r2": "rehearsal-refresh-3"])))
        var exercise = exercise
        exercise.scenario.endpoints.append(
            Scenario.Endpoint(
                refresh.method,
                Scenario.PathPattern(refresh.path),
                replies: isRotating ? [reply.times(1), next] : [reply]
            )
        )
        return exercise
    }
}

extension JSON {
    /// Returns the document with string values replaced.
    fileprivate func replacing(_ strings: [String: JSON]) -> JSON {
        switch self {
        case .string(let text): strings[text] ?? self
        case .array(let elements): .array(elements.map { $0.replacing(strings) })
        case .object(let members): .object(members.map { JSON.Member($0.name, $0.value.replacing(strings)) })
        default: self
        }
    }
}
