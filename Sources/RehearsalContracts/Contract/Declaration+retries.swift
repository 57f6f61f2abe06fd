import Rehearsal

extension Declaration {
    /// The statuses of transient server errors, in the order in which the rules prefer them.
    private static let transient = [503, 500, 502, 504]
    /// The maximum total of the waits of one call in real time; a test case with longer waits does not apply.
    private static let longestCall = Duration.seconds(30)

    /// Whether the client retries an operation, and a repeated request has no further effect.
    package func retriesSafely(_ operation: Operation, after cause: Cause = .status) -> Bool {
        retries(operation, after: cause) && (operation.isIdempotent || sendsIdempotencyKey(operation))
    }

    /// The statuses after which the client retries: first transient server errors from 503 on, then others in order.
    package var retriedStatuses: [Int] {
        let others = retry.statuses.subtracting(Self.transient)
        // A client with a token refresh handles 401 by a refresh, which the AUTH rules test.
        let isRefreshing = features.authRefresh != nil
        return Self.transient.filter(retry.statuses.contains) + others.sorted().filter { $0 != 401 || !isRefreshing }
    }

    /// Returns the number of requests of one call if every connection is lost.
    package func attemptsAfterLoss(_ operation: Operation) -> Int {
        retries(operation, after: .loss) && retry.afterLoss ? retry.attempts : 1
    }

    /// The number of connection attempts of one call if every connection is refused.
    ///
    /// A request that was never sent may be repeated whatever its method.
    package var attemptsAfterRefusal: Int { retry.afterRefusal ?? retry.afterLoss ? max(1, retry.attempts) : 1 }

    /// Returns the number of requests of one call if every request times out.
    package func attemptsAfterTimeout(_ operation: Operation) -> Int {
        retries(operation, after: .loss) && retry.afterTimeout ? retry.attempts : 1
    }

    /// Returns the bounds of the waits before retries, by the client's own policy without `Retry-After`.
    ///
    /// - Parameter status: the status of the failed reply; nil for a lost connection or a timeout.
    package func waitBounds(after status: Int? = nil) -> WaitBounds { WaitBounds(retry.policy(after: status)) }

    /// Returns the maximum total of the waits between this number of attempts, over all statuses.
    package func longestWaits(_ attempts: Int) -> Duration {
        let first = waitBounds().longestTotal(attempts)
        return retry.bases.keys.reduce(first) { max($0, waitBounds(after: $1).longestTotal(attempts)) }
    }

    /// Returns the reason why the retries of an operation cannot be tested with a failed status; nil if they can.
    package func untestableRetryReason(_ operation: Operation) -> String? {
        if let reason = singleAttemptReason(operation) { return reason }
        if retriedStatuses.isEmpty { return "the client retries no status (statuses)" }
        return tooSlowReason(retry.attempts)
    }

    /// Returns the reason why the client must not repeat the request of an operation; nil if it may.
    package func singleAttemptReason(_ operation: Operation, after cause: Cause = .status) -> String? {
        if retry.attempts <= 1 { return "the client retries nothing (maxAttempts)" }
        if !retries(operation, after: cause) { return "the client does not retry \(operation.method)" }
        if retriesSafely(operation, after: cause) { return nil }
        return "\(operation.name) is not idempotent and has no idempotency key"
    }

    /// Returns the reason why this number of attempts takes too long to test; nil if it does not.
    package func tooSlowReason(_ attempts: Int) -> String? {
        let longest = longestWaits(attempts)
        if features.clockInjection && !isOutOfProcess || longest <= Self.longestCall { return nil }
        return
            "\(attempts) attempts may wait for \(longest.displayText); test in process with clockInjection instead"
    }
}

extension TestCase {
    /// Creates a test case of one call whose attempts all receive this failed reply; its deadline permits every retry.
    init(_ operation: Declaration.Operation, failing reply: Scenario.Reply, _ declaration: Declaration) {
        let attempts = declaration.attempts(of: operation, after: reply.status)
        self = TestCase(operation, replies: [reply]).withDeadline(attempts, of: declaration)
    }

    /// Returns the test case with a deadline that permits this number of attempts.
    ///
    /// The test case is not applicable if the attempts take too long in real time.
    func withDeadline(_ attempts: Int, of declaration: Declaration) -> TestCase {
        var exercise = self
        let waits = declaration.longestWaits(attempts)
        exercise.request.deadline = .seconds(20) + waits
        if let reason = declaration.tooSlowReason(attempts) { exercise.notApplicableReason = reason }
        return exercise
    }
}
