import Rehearsal

extension Declaration {
    /// The transient statuses of a server, in the order in which rules use them.
    private static let transient = [503, 500, 502, 504]
    /// The limit for the total of the waits of one call in real time.
    private static let longestCall = Duration.seconds(30)

    /// Whether an operation is retried and a repeated request is harmless.
    package func retriesSafely(_ operation: Operation, after cause: Cause = .status) -> Bool {
        retries(operation, after: cause) && (operation.isIdempotent || sendsIdempotencyKey(operation))
    }

    /// The statuses that the client retries: the transient ones first, with 503 before the others.
    package var retriedStatuses: [Int] {
        let others = retry.statuses.subtracting(Self.transient)
        // With a token refresh, AUTH covers 401.
        let isRefreshing = features.authRefresh != nil
        return Self.transient.filter(retry.statuses.contains) + others.sorted().filter { $0 != 401 || !isRefreshing }
    }

    /// Returns the number of requests of an operation if the connection is lost each time.
    package func attemptsAfterLoss(_ operation: Operation) -> Int {
        retries(operation, after: .loss) && retry.afterLoss ? retry.attempts : 1
    }

    /// The number of connection attempts if the connection is refused each time.
    ///
    /// A request that was never sent may be repeated whatever its method.
    package var attemptsAfterRefusal: Int { retry.afterRefusal ?? retry.afterLoss ? max(1, retry.attempts) : 1 }

    /// Returns the number of requests of an operation if each one times out.
    package func attemptsAfterTimeout(_ operation: Operation) -> Int {
        retries(operation, after: .loss) && retry.afterTimeout ? retry.attempts : 1
    }

    /// Returns the bounds of the waits of the client's own policy.
    ///
    /// - Parameter status: the status of the reply; nil for a loss or a timeout.
    package func waitBounds(after status: Int? = nil) -> WaitBounds { WaitBounds(retry.policy(after: status)) }

    /// Returns the longest total of the waits between this number of attempts, for any status.
    package func longestWaits(_ attempts: Int) -> Duration {
        let first = waitBounds().longestTotal(attempts)
        return retry.bases.keys.reduce(first) { max($0, waitBounds(after: $1).longestTotal(attempts)) }
    }

    /// Returns the reason why an operation cannot be tested with a transient failure; nil if it can.
    package func noRetryReason(_ operation: Operation) -> String? {
        if let reason = singleAttemptReason(operation) { return reason }
        if retriedStatuses.isEmpty { return "the client retries no status (statuses)" }
        return tooSlowReason(retry.attempts)
    }

    /// Returns the reason why an operation is sent only once; nil if it may be sent again.
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
            "\(attempts) attempts may wait for \(longest.displayText); in process with an injected clock they take no time"
    }
}

extension TestCase {
    /// Creates a test case of one call that always receives this failure, with a deadline for all its attempts.
    init(_ operation: Declaration.Operation, failing reply: Scenario.Reply, _ declaration: Declaration) {
        let attempts = declaration.attempts(of: operation, after: reply.status)
        self = TestCase(operation, replies: [reply]).withDeadline(attempts, of: declaration)
    }

    /// Returns the test case with a deadline for this number of attempts; not applicable if they take too long.
    func withDeadline(_ attempts: Int, of declaration: Declaration) -> TestCase {
        var exercise = self
        let waits = declaration.longestWaits(attempts)
        exercise.request.deadline = .seconds(20) + waits
        if let reason = declaration.tooSlowReason(attempts) { exercise.notApplicableReason = reason }
        return exercise
    }
}

extension Scenario.Reply {
    func failing(_ faults: Fault...) -> Scenario.Reply {
        var reply = self
        reply.faults = faults
        return reply
    }

    /// Returns the reply for this number of requests.
    func times(_ count: Int) -> Scenario.Reply {
        var reply = self
        reply.times = count
        return reply
    }
}
