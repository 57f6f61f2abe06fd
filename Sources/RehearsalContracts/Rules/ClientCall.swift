import Rehearsal

/// An operation of a client, for which rules draft clauses.
@dynamicMemberLookup
package struct OperationContext: Sendable {
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
    var sendsIdempotencyKey: Bool { declaration.sendsIdempotencyKey(operation) }

    /// Whether the client waits in virtual time.
    var usesVirtualClock: Bool { features.clockInjection && !declaration.isOutOfProcess }

    // MARK: Attempts

    /// The number of requests if the connection is lost each time.
    var attemptsAfterLoss: Int { declaration.attemptsAfterLoss(operation) }

    /// The number of requests if each one times out.
    var attemptsAfterTimeout: Int { declaration.attemptsAfterTimeout(operation) }

    /// Returns the number of requests if each reply has this status.
    func attempts(after status: Int) -> Int { declaration.attempts(of: operation, after: status) }

    /// Returns the reason why the operation is sent only once; nil if it may be sent again.
    func singleAttemptReason(after cause: Declaration.Cause = .status) -> String? {
        declaration.singleAttemptReason(operation, after: cause)
    }

    /// Returns the statuses after which the client retries the operation, at least one; throws if there are none.
    func retriedStatuses() throws -> [Int] {
        if let reason = declaration.noRetryReason(operation) { throw NotApplicableError(reason) }
        return declaration.retriedStatuses
    }

    /// Throws if the operation is not retried after a loss or a timeout, or only after too long a wait.
    func requireSecondAttemptAfterLoss() throws {
        if let reason = singleAttemptReason(after: .loss) { throw NotApplicableError(reason) }
        try requireTime(for: 2)
    }

    /// Throws if this number of attempts takes too long to test.
    func requireTime(for attempts: Int) throws {
        if let reason = declaration.tooSlowReason(attempts) { throw NotApplicableError(reason) }
    }

    // MARK: Requirements

    /// The reason for rules that need a return value.
    var noReturnValueError: NotApplicableError { NotApplicableError("\(operation.name) returns nothing") }

    /// Throws if the operation returns nothing.
    func requireValue() throws { if operation.isVoid { throw noReturnValueError } }

    /// Throws if the recorded reply has no body.
    func requireBody() throws {
        if operation.reply.body.isEmpty {
            throw NotApplicableError("the recorded reply to \(operation.name) has no body")
        }
    }

    /// Returns the name of the header field with the idempotency key; throws if the operation has no key.
    func idempotencyKey() throws -> String {
        guard let header = features.idempotencyKey, operation.hasIdempotencyKey else {
            throw NotApplicableError("\(operation.name) has no idempotency key")
        }
        return header
    }

    /// Throws if the operation needs no token, or the client cannot refresh tokens.
    func requireToken(_ reason: String = "the client does not declare a token refresh (authRefresh)") throws {
        if features.authRefresh == nil { throw NotApplicableError(reason) }
        if !operation.needsToken { throw NotApplicableError("\(operation.name) is sent without a token") }
    }

    /// Throws if the contract does not declare a stored value for the operation.
    func requireStore() throws {
        if operation.stored == nil {
            throw NotApplicableError("the contract does not declare a stored value for \(operation.name) (stored)")
        }
    }

    // MARK: Test cases

    /// The recorded reply, with a connection reset before its first byte.
    var resetReply: Scenario.Reply { operation.recordedReply.failing(Fault(.reset, at: .beforeHead)) }

    /// The recorded reply, stalled before its first byte.
    var stalledReply: Scenario.Reply { operation.recordedReply.failing(Fault(.stall(), at: .beforeHead)) }

    /// A test case with the recorded reply.
    var recordedCase: TestCase { testCase([operation.recordedReply]) }

    /// A test case with a refused connection.
    var refusedConnectionCase: TestCase {
        var exercise = recordedCase.withDeadline(declaration.attemptsAfterRefusal, of: declaration)
        exercise.scenario.network = [Scenario.Network(.refusing)]
        return exercise
    }

    /// Returns a test case of one call with these replies in turn; the last one repeats.
    ///
    /// - Parameter attempts: the number of attempts that the deadline allows for; nil for the default deadline.
    func testCase(_ replies: [Scenario.Reply], attempts: Int? = nil) -> TestCase {
        let exercise = TestCase(operation, replies: replies)
        return attempts.map { exercise.withDeadline($0, of: declaration) } ?? exercise
    }

    /// Returns a test case of one call that always receives this failure, with a deadline for all its attempts.
    func testCase(failing reply: Scenario.Reply) -> TestCase { TestCase(operation, failing: reply, declaration) }

    /// Returns a test case of one call whose first attempts time out in real time.
    func testCase(timingOut timeouts: Int, _ replies: [Scenario.Reply], attempts: Int) -> TestCase {
        var exercise = testCase(replies, attempts: attempts)
        exercise.request.timeout = Self.timeout
        exercise.timeSource = .real
        exercise.estimatedDuration = Self.timeout * timeouts + declaration.longestWaits(attempts)
        return exercise
    }

    /// The timeout of those attempts, in whole seconds: `URLSession` on Linux accepts no fractions.
    static let timeout = Duration.seconds(1)
}
