/// The explanations of the CANC rules.
enum CancellationExplanations {
    static let all: [String: RuleExplanation] = [
        "CANC-01": RuleExplanation(
            why: """
                A user who leaves a screen cancels its calls. If the client reports this as a failure, the next \
                screen shows an error although nothing failed. If it continues to send or to retry, it uses the \
                battery and may store data of a session that has ended.
                """,
            fix: """
                do {
                    items = try await service.fetchItems()
                } catch is CancellationError {
                    return
                } catch let error as URLError where error.code == .cancelled {
                    return
                } catch {
                    message = error.localizedDescription
                }
                """
        ),
        "CANC-02": RuleExplanation(
            why: """
                A task may be cancelled before its first line runs, for example by fast scrolling. A client that \
                does not check this sends requests whose replies no screen shows. On a list with many rows, these \
                requests delay the visible ones.
                """,
            fix: """
                func data(for request: URLRequest) async throws -> (Data, URLResponse) {
                    try Task.checkCancellation()
                    return try await session.data(for: request)
                }
                """
        ),
        "CANC-03": RuleExplanation(
            why: """
                Calls that share one request or one token refresh must not depend on the call that started it. If \
                the first screen closes and thereby cancels the shared work, every other screen shows an error \
                although nothing failed.
                """,
            fix: """
                actor Refresher {
                    private var running: Task<Token, any Error>?
                    func token() async throws -> Token {
                        if let running { return try await running.value }
                        let task = Task { try await self.refresh() }
                        running = task
                        defer { running = nil }
                        return try await task.value
                    }
                }
                """
        ),
        "CANC-04": RuleExplanation(
            why: """
                A server that accepts a connection and sends nothing is common on mobile networks. Without a timeout \
                the screen loads for ever, and the user cannot even try again. The default of URLSession is 60 \
                seconds, which few users wait for.
                """,
            fix: """
                let configuration = URLSessionConfiguration.default
                configuration.timeoutIntervalForRequest = 10
                let session = URLSession(configuration: configuration)
                """
        ),
        "CANC-05": RuleExplanation(
            why: """
                The timeout of URLSession restarts with every byte that arrives. A server or a network that sends \
                one byte a second therefore keeps a call open for hours. Only a limit for the whole call ends it.
                """,
            fix: """
                func within<Value: Sendable>(
                    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Value
                ) async throws -> Value {
                    try await withThrowingTaskGroup(of: Value.self) { group in
                        group.addTask { try await body() }
                        group.addTask { try await Task.sleep(for: limit); throw URLError(.timedOut) }
                        defer { group.cancelAll() }
                        return try await group.next()!
                    }
                }
                """
        ),
        "CANC-06": RuleExplanation(
            why: """
                A timeout is often converted from a Duration to seconds or milliseconds. An integer division turns \
                500 ms into 0 s, so that every call fails at once. It turns 1.5 s into 1 s, so that calls fail early \
                on a slow network.
                """,
            fix: """
                extension Duration {
                    var timeInterval: TimeInterval {
                        let (seconds, attoseconds) = components
                        return Double(seconds) + Double(attoseconds) / 1e18
                    }
                }

                request.timeoutInterval = timeout.timeInterval
                """
        ),
        "CANC-07": RuleExplanation(
            why: """
                A slow network is not a failed one. A client that gives up before its timeout fails for exactly the \
                users whose network is slow. So does a client with a second, shorter limit for a part of the reply.
                """,
            fix: """
                var request = URLRequest(url: url)
                // One timeout, in one place, and no timer of the app's own beside it.
                request.timeoutInterval = 10
                let (data, response) = try await session.data(for: request)
                """
        ),
        "CANC-08": RuleExplanation(
            why: """
                If the body of a reply to a POST stalls, the server has usually done its work. A client that sends \
                the request again creates a second order or pays twice. It must report the timeout and let the user \
                check the result.
                """,
            fix: """
                func isRepeatable(_ request: URLRequest) -> Bool {
                    let method = request.httpMethod ?? "GET"
                    if ["GET", "HEAD", "PUT", "DELETE"].contains(method) { return true }
                    return request.value(forHTTPHeaderField: "Idempotency-Key") != nil
                }

                guard isRepeatable(request) else { throw error }
                """
        ),
        "CANC-09": RuleExplanation(
            why: """
                Three attempts of 10 seconds with waits between them take more than half a minute. A caller that set \
                a deadline of 15 seconds waits that long too, unless each attempt receives only the remaining time.
                """,
            fix: """
                let end = ContinuousClock.now + deadline
                for attempt in 1...3 {
                    let left = end - .now
                    guard left > .zero else { throw URLError(.timedOut) }
                    request.timeoutInterval = min(timeout, left).timeInterval
                    do { return try await session.data(for: request) } catch where attempt < 3 {
                        try await Task.sleep(for: min(backoff(attempt), left))
                    }
                }
                """
        ),
    ]
}
