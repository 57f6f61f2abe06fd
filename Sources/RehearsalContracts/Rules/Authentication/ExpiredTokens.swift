import Rehearsal

/// The test cases with tokens that expire.
extension OperationContext {
    /// Returns a test case in which the server accepts only the access token `t2`, which a refresh returns.
    ///
    /// - Parameters:
    ///   - delay: the delay of the reply to a refresh.
    ///   - refusal: the delay of every 401 after the first; the test case then runs in real time.
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

    /// The refresh tokens of ``expiringTwice()``, so long that no other part of a request contains them by chance.
    static let (firstRefreshToken, secondRefreshToken) = ("rehearsal-refresh-1", "rehearsal-refresh-2")

    /// Returns a test case of two calls, each of which sends an expired token first: `t1`, and then `t2`.
    func expiringTwice() -> TestCase {
        var exercise = answering([
            "t2": [operation.recordedReply.times(1), .problem(401)], "t3": [operation.recordedReply],
        ])
        exercise = answeringRefresh(exercise, isRotating: true)
        exercise.request.refreshToken = Self.firstRefreshToken
        exercise.request.repetitions = 2
        return exercise
    }

    /// Returns a test case in which requests with this token receive these replies, and all others receive a 401.
    func accepting(_ token: String, _ replies: [Scenario.Reply], attempts: Int) -> TestCase {
        answeringRefresh(answering([token: replies]).withDeadline(attempts, of: declaration))
    }

    /// Returns a test case in which requests with these tokens receive these replies, and all others receive a 401.
    private func answering(_ replies: KeyValuePairs<String, [Scenario.Reply]>) -> TestCase {
        var exercise = testCase([.problem(401)])
        let endpoints = replies.map { token, replies in
            let condition = Scenario.Condition(headers: [.init("Authorization", .endsWith(token))])
            return Scenario.Endpoint(operation.method, operation.pattern, when: condition, replies: replies)
        }
        exercise.scenario.endpoints.insert(contentsOf: endpoints, at: 0)
        return exercise
    }

    /// Returns a test case with the declared endpoint of token refreshes, if the contract declares one.
    ///
    /// - Parameters:
    ///   - delay: the delay of the first reply.
    ///   - isRotating: whether each refresh returns a new refresh token.
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
    /// Returns the document with each string value that is a key of the dictionary replaced.
    fileprivate func replacing(_ strings: [String: JSON]) -> JSON {
        switch self {
        case .string(let text): strings[text] ?? self
        case .array(let elements): .array(elements.map { $0.replacing(strings) })
        case .object(let members): .object(members.map { JSON.Member($0.name, $0.value.replacing(strings)) })
        default: self
        }
    }
}
