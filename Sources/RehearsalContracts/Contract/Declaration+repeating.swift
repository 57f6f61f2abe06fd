import Rehearsal

extension Declaration {
    /// The failures of a server that are over in a moment, as rules are tried with them.
    private static let transient = [503, 500, 502, 504]
    /// The longest that the waits of one call may take together where they take real time.
    private static let longestCall = Duration.seconds(30)

    /// Whether an operation that may be repeated without harm is repeated.
    package func repeatsSafely(_ operation: Operation, after cause: Cause = .status) -> Bool {
        repeats(operation, after: cause) && (operation.isIdempotent || isKeyed(operation))
    }

    /// The statuses that the client tries again after: those of a passing failure first, with 503 before the others.
    package var transientStatuses: [Int] {
        let others = retry.statuses.subtracting(Self.transient)
        // After another token, 401 is a matter of AUTH.
        let isRefreshing = features.authRefresh != nil
        return Self.transient.filter(retry.statuses.contains) + others.sorted().filter { $0 != 401 || !isRefreshing }
    }

    /// How many times an operation is sent while its connection is lost again and again.
    package func attemptsAfterLoss(_ operation: Operation) -> Int {
        repeats(operation, after: .loss) && retry.afterLoss ? retry.attempts : 1
    }

    /// How many times an operation is tried while nobody listens:
    /// what was never sent does no harm, whatever its method.
    package var attemptsAfterRefusal: Int { retry.afterRefusal ?? retry.afterLoss ? max(1, retry.attempts) : 1 }

    /// How many times an operation is sent while it times out again and again.
    package func attemptsAfterTimeout(_ operation: Operation) -> Int {
        repeats(operation, after: .loss) && retry.afterTimeout ? retry.attempts : 1
    }

    /// How long it waits by its own policy.
    ///
    /// - Parameter status: what it waits after; nil for a loss or a timeout.
    package func envelope(after status: Int? = nil) -> Envelope { Envelope(retry.policy(after: status)) }

    /// The longest time that the waits between so many attempts can take together, after whatever status.
    package func longestWaits(_ attempts: Int) -> Duration {
        let first = envelope().longest(attempts)
        return retry.bases.keys.reduce(first) { max($0, envelope(after: $1).longest(attempts)) }
    }

    /// Why an operation cannot be tried with a failure that passes; nil if it can.
    package func isNotRepeated(_ operation: Operation) -> String? {
        if let reason = isSentOnce(operation) { return reason }
        if transientStatuses.isEmpty { return "the client tries again after no status" }
        return isTooSlow(retry.attempts)
    }

    /// Why an operation is sent once whatever fails; nil if it may be sent again.
    package func isSentOnce(_ operation: Operation, after cause: Cause = .status) -> String? {
        if retry.attempts <= 1 { return "the client tries nothing again" }
        if !repeats(operation, after: cause) { return "the client does not send \(operation.method) again" }
        return repeatsSafely(operation, after: cause) ? nil : "\(operation.name) is not idempotent and has no key"
    }

    /// Why so many attempts take too long to be tried; nil if they do not.
    package func isTooSlow(_ attempts: Int) -> String? {
        let longest = longestWaits(attempts)
        if features.clockInjection && !isOutOfProcess || longest <= Self.longestCall { return nil }
        return "\(attempts) attempts may wait for \(longest.shown); in process, with a clock, they take no time"
    }
}

extension Exercise {
    /// One call of an operation, answered with this failure again and again,
    /// and as much time as the client takes for it.
    init(_ operation: Declaration.Operation, failing reply: Scenario.Reply, _ declaration: Declaration) {
        let attempts = declaration.attempts(of: operation, after: reply.status)
        self = Exercise(operation, replies: [reply]).allowing(attempts, of: declaration)
    }

    /// Leaves a call as much time as so many attempts may take, if that is a time that can be waited for.
    func allowing(_ attempts: Int, of declaration: Declaration) -> Exercise {
        var exercise = self
        let waits = declaration.longestWaits(attempts)
        exercise.request.deadline = .seconds(20) + waits
        if let reason = declaration.isTooSlow(attempts) { exercise.impossible = reason }
        return exercise
    }
}

extension Scenario.Reply {
    /// The same reply, which goes wrong.
    func failing(_ faults: Fault...) -> Scenario.Reply {
        var reply = self
        reply.faults = faults
        return reply
    }

    /// The same reply, for so many requests.
    func times(_ count: Int) -> Scenario.Reply {
        var reply = self
        reply.times = count
        return reply
    }
}
