/// The explanations of the RETRY rules.
enum RetryExplanations {
    static let all: [String: RuleExplanation] = [
        "RETRY-01": RuleExplanation(
            why: """
                A server that restarts or a proxy that is overloaded often answers 503 for a second. If the \
                client does not try again, the app shows an error for a request that would have succeeded \
                moments later.
                """,
            fix: """
                for attempt in 1...3 {
                    let reply = try await send(request)
                    guard [500, 502, 503, 504].contains(reply.status), attempt < 3 else { return reply }
                    try await Task.sleep(for: .milliseconds(200 << (attempt - 1)))
                }
                """
        ),
        "RETRY-02": RuleExplanation(
            why: """
                A client that retries without a limit keeps its screen loading for ever, and multiplies the load \
                on a server that is already failing. The caller also needs the last failure, to explain what \
                went wrong.
                """,
            fix: """
                var attempt = 1
                while true {
                    let (data, response) = try await send(request)
                    guard isTransient(response), attempt < maximumAttempts else {
                        return try checked(data, response)  // throws the last failure
                    }
                    try await Task.sleep(for: backoff(attempt))
                    attempt += 1
                }
                """
        ),
        "RETRY-03": RuleExplanation(
            why: """
                After a 404 or a 422, the same request receives the same answer each time. Retries delay the error \
                message and drain the battery. After repeated 401 or 403 replies, the server may lock the account.
                """,
            fix: """
                func isTransient(_ status: Int) -> Bool {
                    // Every other 4xx and 501 is a final answer.
                    [408, 429, 500, 502, 503, 504].contains(status)
                }
                """
        ),
        "RETRY-04": RuleExplanation(
            why: """
                If the reply to a POST is lost, the server may have carried it out. A second POST then creates a \
                second order or a second payment.
                """,
            fix: """
                let isSafeToRepeat = ["GET", "HEAD", "PUT", "DELETE"].contains(request.httpMethod)
                    || request.value(forHTTPHeaderField: "Idempotency-Key") != nil
                guard isSafeToRepeat, attempt < maximumAttempts else { throw error }
                """
        ),
        "RETRY-05": RuleExplanation(
            why: """
                A refused connection means that the server has not seen the request, so that another attempt is \
                harmless. A client that gives up at once fails during each short restart of the server.
                """,
            fix: """
                } catch let error as URLError where error.code == .cannotConnectToHost && attempt < maximumAttempts {
                    // The request was never sent, so it may be repeated whatever its method is.
                    try await Task.sleep(for: backoff(attempt))
                    attempt += 1
                }
                """
        ),
        "RETRY-06": RuleExplanation(
            why: """
                A phone loses its connection in lifts and tunnels, and when it changes from Wi-Fi to mobile \
                data. A read that is repeated once hides most of these failures from the user.
                """,
            fix: """
                } catch let error as URLError
                    where [.networkConnectionLost, .timedOut].contains(error.code) && isIdempotent(request)
                    && attempt < maximumAttempts
                {
                    try await Task.sleep(for: backoff(attempt))
                    attempt += 1
                }
                """
        ),
        "RETRY-07": RuleExplanation(
            why: """
                The server would send the same unreadable body again. The retries only make the user wait, and \
                hide the incompatibility of app and server behind what looks like a slow network.
                """,
            fix: """
                let (data, response) = try await sendWithRetries(request)
                try check(response)
                // Decoding is outside of the retries.
                do { return try decoder.decode(Value.self, from: data) } catch {
                    throw APIError.unreadable(error, status: response.statusCode)
                }
                """
        ),
        "RETRY-08": RuleExplanation(
            why: """
                A body that is read from a stream is empty in the second attempt, and a changed header field may \
                select another representation. The retry then carries out something other than what the user asked \
                for.
                """,
            fix: """
                // Build the request once, with a body of bytes instead of a stream.
                var request = URLRequest(url: url)
                request.httpBody = try encoder.encode(order)
                for attempt in 1...3 {
                    if let reply = try await reply(to: request, attempt) { return reply }
                }
                """
        ),
        "RETRY-09": RuleExplanation(
            why: """
                If a repository retries a client that retries too, three attempts become nine. A server that is \
                overloaded receives nine times the load, and the user waits for all of it.
                """,
            fix: """
                // Only one layer retries. The refresh is part of an attempt and has no retries of its own.
                func attempt(_ request: URLRequest) async throws -> Reply {
                    let reply = try await send(request, token: tokens.current)
                    guard reply.status == 401 else { return reply }
                    return try await send(request, token: try await tokens.refresh())
                }
                return try await retrying(attempts: 3) { try await attempt(request) }
                """
        ),
        "RETRY-10": RuleExplanation(
            why: """
                One call can have several kinds of failures: a lost connection, then a 503, then a 429. A client \
                with a counter for each kind sends many more requests than its policy permits.
                """,
            fix: """
                var attempt = 1
                while true {
                    do {
                        let reply = try await send(request)
                        guard isTransient(reply.status), attempt < 3 else { return reply }
                    } catch let error as URLError where isTransient(error.code) && attempt < 3 {}
                    try await Task.sleep(for: backoff(attempt))
                    attempt += 1  // counts every failure
                }
                """
        ),
        "RETRY-11": RuleExplanation(
            why: """
                After 408 the server closes the connection. A 421 means that the connection leads to a server that \
                is not responsible for the URL. A repetition on the same connection fails in the same way.
                """,
            fix: """
                if status == 421, !isRepeated {
                    // A new session has its own connections.
                    let session = URLSession(configuration: .ephemeral)
                    defer { session.finishTasksAndInvalidate() }
                    return try await session.data(for: request)
                }
                """
        ),
        "RETRY-12": RuleExplanation(
            why: """
                During an outage every call fails, and each retry adds load that delays the recovery. A budget \
                for all calls stops the retries as soon as it is clear that they do not help.
                """,
            fix: """
                actor RetryBudget {
                    private var tokens = 100
                    func take() -> Bool {
                        guard tokens > 0 else { return false }
                        tokens -= 1
                        return true
                    }
                    func succeeded() { tokens = min(tokens + 1, 100) }
                }
                """
        ),
    ]
}
