/// The explanations of the BACK rules.
enum BackoffExplanations {
    static let all: [String: RuleExplanation] = [
        "BACK-01": RuleExplanation(
            why: """
                A client that retries without a pause sends hundreds of requests per second to a server that is \
                failing. Waits that are longer than intended keep the user waiting although the server has \
                recovered.
                """,
            fix: """
                func backoff(_ attempt: Int) -> Duration {
                    let bound = min(Duration.milliseconds(200) * (1 << (attempt - 1)), .seconds(20))
                    return bound * Double.random(in: 0.5...1)
                }
                """
        ),
        "BACK-02": RuleExplanation(
            why: """
                With constant waits, the load of all clients on a failing server stays constant. Waits that \
                double give the server more time with each failure.
                """,
            fix: """
                func backoff(_ attempt: Int) -> Duration {
                    // 200 ms, 400 ms, 800 ms, … at most 20 s
                    min(.milliseconds(200) * (1 << min(attempt - 1, 16)), .seconds(20))
                }
                """
        ),
        "BACK-03": RuleExplanation(
            why: """
                Clients that failed together retry together if their waits are equal. The server receives the \
                whole load again at one moment, and fails again.
                """,
            fix: """
                let bound = min(base * (1 << (attempt - 1)), cap)
                try await Task.sleep(for: bound * Double.random(in: 0.5...1))
                """
        ),
        "BACK-04": RuleExplanation(
            why: """
                An app often makes several calls at once, for example for each part of its start screen. If all \
                of them share one random delay, they are retried at the same instant.
                """,
            fix: """
                // Draw the random part for each wait, not once for the client.
                func wait(before attempt: Int) async throws {
                    try await Task.sleep(for: bound(attempt) * Double.random(in: 0.5...1))
                }
                """
        ),
        "BACK-05": RuleExplanation(
            why: """
                The server knows when it will be available again, or when the rate limit ends. A client that \
                asks earlier is refused again and may be blocked for longer.
                """,
            fix: """
                let text = response.value(forHTTPHeaderField: "Retry-After")
                if let seconds = text.flatMap({ Int($0) }), seconds >= 0 {
                    guard seconds <= 60 else { throw APIError.unavailable(retryAfter: seconds) }
                    try await Task.sleep(for: max(.seconds(seconds), backoff(attempt)))
                }
                """
        ),
        "BACK-06": RuleExplanation(
            why: """
                Many servers and proxies send a date instead of seconds, some in an old format. A client that cannot \
                read the date retries too early. A client that ignores the Date field of the reply waits for hours \
                if a clock is wrong.
                """,
            fix: """
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = .gmt
                let formats = [
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
                ]
                let date = formats.lazy.compactMap { format in
                    formatter.dateFormat = format
                    return formatter.date(from: text)  // compare it with the Date of the reply
                }.first
                """
        ),
        "BACK-07": RuleExplanation(
            why: """
                Misconfigured proxies send values that are negative, fractional, empty or absurdly large. A client \
                that trusts them crashes because of an integer overflow, or never returns.
                """,
            fix: """
                guard let text = response.value(forHTTPHeaderField: "Retry-After"),
                    !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) })
                else { return backoff(attempt) }  // ignore anything else
                let seconds = Int(text) ?? .max
                guard seconds <= 60 else { throw APIError.unavailable(retryAfter: seconds) }
                return max(backoff(attempt), .seconds(seconds))
                """
        ),
        "BACK-08": RuleExplanation(
            why: """
                A date that has just passed gives a negative delay, which some clients pass to a timer or treat \
                as an error. If such a retry is not counted as an attempt, the client never stops.
                """,
            fix: """
                let delay = max(0, date.timeIntervalSince(serverDate))
                guard attempt < maximumAttempts else { throw failure }
                try await Task.sleep(for: max(.seconds(delay), backoff(attempt)))
                attempt += 1
                """
        ),
        "BACK-09": RuleExplanation(
            why: """
                Some servers send Retry-After with each reply to show the rate limit. A client that waits before \
                it returns a success, or an error that is final, makes the app slow for no reason.
                """,
            fix: """
                let reply = try await send(request)
                // Only a reply that is retried has a wait.
                guard isTransient(reply.status) else { return reply }
                try await Task.sleep(for: retryAfter(reply) ?? backoff(attempt))
                """
        ),
        "BACK-10": RuleExplanation(
            why: """
                A time limit of ten seconds applies to a whole call, whatever the number of its attempts. A client \
                that checks each wait alone can exceed the limit several times over.
                """,
            fix: """
                let deadline = ContinuousClock.now + .seconds(10)
                // For each retry:
                let wait = retryAfter(reply) ?? backoff(attempt)
                guard .now + wait < deadline else { throw failure }
                try await Task.sleep(for: wait)
                request.timeoutInterval = (deadline - .now) / .seconds(1)
                """
        ),
    ]
}
