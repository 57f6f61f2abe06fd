import Rehearsal

/// An operation of a client, for which rules draft clauses.
@dynamicMemberLookup
package struct ClientCall: Sendable {
    package let declaration: Declaration
    package let operation: Declaration.Operation

    package init(_ declaration: Declaration, _ operation: Declaration.Operation) {
        (self.declaration, self.operation) = (declaration, operation)
    }

    package subscript<Value>(dynamicMember member: KeyPath<Declaration.Operation, Value>) -> Value {
        operation[keyPath: member]
    }

    var features: DeclaredFeatures { declaration.features }
    var retry: DeclaredRetry { declaration.retry }

    /// Whether the client refreshes its token after a 401.
    var isRefreshing: Bool { features.authRefresh != nil && operation.needsToken }

    /// Whether the server can recognize a repeated request.
    var isKeyed: Bool { declaration.isKeyed(operation) }

    /// Whether the client waits in virtual time.
    var isVirtual: Bool { features.clockInjection && !declaration.isOutOfProcess }

    // MARK: Attempts

    /// The number of requests if the connection is lost each time.
    var attemptsAfterLoss: Int { declaration.attemptsAfterLoss(operation) }

    /// The number of requests if each one times out.
    var attemptsAfterTimeout: Int { declaration.attemptsAfterTimeout(operation) }

    /// Returns the number of requests if each reply has this status.
    func attempts(after status: Int) -> Int { declaration.attempts(of: operation, after: status) }

    /// Returns the reason why the operation is sent only once; nil if it may be sent again.
    func isSentOnce(after cause: Declaration.Cause = .status) -> String? {
        declaration.isSentOnce(operation, after: cause)
    }

    /// Returns the statuses after which the client retries the operation, at least one; throws if there are none.
    func repeatedStatuses() throws -> [Int] {
        if let reason = declaration.isNotRepeated(operation) { throw Inapplicable(reason) }
        return declaration.transientStatuses
    }

    /// Throws if the operation is not retried after a loss or a timeout, or only after too long a wait.
    func requireSecondAttemptAfterLoss() throws {
        if let reason = isSentOnce(after: .loss) { throw Inapplicable(reason) }
        try requireTime(for: 2)
    }

    /// Throws if this number of attempts takes too long to test.
    func requireTime(for attempts: Int) throws {
        if let reason = declaration.isTooSlow(attempts) { throw Inapplicable(reason) }
    }

    // MARK: Requirements

    /// The reason for rules that need a return value.
    var returnsNothing: Inapplicable { Inapplicable("\(operation.name) returns nothing") }

    /// Throws if the operation returns nothing.
    func requireValue() throws { if operation.isVoid { throw returnsNothing } }

    /// Throws if the recorded reply has no body.
    func requireBody() throws {
        if operation.reply.body.isEmpty { throw Inapplicable("the recorded reply to \(operation.name) has no body") }
    }

    /// Returns the name of the header field with the idempotency key; throws if the operation has no key.
    func idempotencyKey() throws -> String {
        guard let header = features.idempotencyKey, operation.hasIdempotencyKey else {
            throw Inapplicable("\(operation.name) has no idempotency key")
        }
        return header
    }

    /// Throws if the operation needs no token, or the client cannot refresh tokens.
    func requireToken(_ reason: String = "the client does not declare a token refresh (authRefresh)") throws {
        if features.authRefresh == nil { throw Inapplicable(reason) }
        if !operation.needsToken { throw Inapplicable("\(operation.name) is sent without a token") }
    }

    /// Throws if the contract does not declare a stored value for the operation.
    func requireStore() throws {
        if operation.stored == nil {
            throw Inapplicable("the contract does not declare a stored value for \(operation.name) (stored)")
        }
    }

    // MARK: Test cases

    /// The recorded reply, with a connection reset before its first byte.
    var lost: Scenario.Reply { operation.recorded.failing(Fault(.reset, at: .beforeHead)) }

    /// The recorded reply, stalled before its first byte.
    var silent: Scenario.Reply { operation.recorded.failing(Fault(.stall(), at: .beforeHead)) }

    /// A test case with the recorded reply.
    var recording: Exercise { exercise([operation.recorded]) }

    /// A test case with a refused connection.
    var refusing: Exercise {
        var exercise = recording.allowing(declaration.attemptsAfterRefusal, of: declaration)
        exercise.scenario.network = [Scenario.Network(.refusing)]
        return exercise
    }

    /// Returns a test case of one call with these replies in turn; the last one repeats.
    ///
    /// - Parameter attempts: the number of attempts that the deadline allows for; nil for the default deadline.
    func exercise(_ replies: [Scenario.Reply], attempts: Int? = nil) -> Exercise {
        let exercise = Exercise(operation, replies: replies)
        return attempts.map { exercise.allowing($0, of: declaration) } ?? exercise
    }

    /// Returns a test case of one call that always receives this failure, with a deadline for all its attempts.
    func exercise(failing reply: Scenario.Reply) -> Exercise { Exercise(operation, failing: reply, declaration) }

    /// Returns a test case of one call whose first attempts time out in real time.
    func exercise(timingOut timeouts: Int, _ replies: [Scenario.Reply], attempts: Int) -> Exercise {
        var exercise = exercise(replies, attempts: attempts)
        exercise.request.timeout = Self.timeout
        exercise.time = .real
        exercise.lasts = Self.timeout * timeouts + declaration.longestWaits(attempts)
        return exercise
    }

    /// The timeout of those attempts, in whole seconds: `URLSession` on Linux accepts no fractions.
    static let timeout = Duration.seconds(1)
}
