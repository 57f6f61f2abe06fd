import Rehearsal

/// An operation of a client, for which a rule creates clauses. Members of the operation are members of the context.
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

    /// Whether the client refreshes its token after a 401 to this operation.
    var isRefreshing: Bool { features.authRefresh != nil && operation.needsToken }

    /// Whether the requests contain an idempotency key, by which the server recognizes repetitions.
    var sendsIdempotencyKey: Bool { declaration.sendsIdempotencyKey(operation) }

    /// Whether the client waits on the harness's clock in virtual time: an injected clock works only in process.
    var usesVirtualClock: Bool { features.clockInjection && !declaration.isOutOfProcess }

    // MARK: Attempts

    /// The number of requests of one call if every connection is lost.
    var attemptsAfterLoss: Int { declaration.attemptsAfterLoss(operation) }

    /// The number of requests of one call if every request times out.
    var attemptsAfterTimeout: Int { declaration.attemptsAfterTimeout(operation) }

    /// Returns the number of requests of one call if every reply has this status.
    func attempts(after status: Int) -> Int { declaration.attempts(of: operation, after: status) }

    /// Returns the reason why the client must not repeat the request; nil if it may.
    func singleAttemptReason(after cause: Declaration.Cause = .status) -> String? {
        declaration.singleAttemptReason(operation, after: cause)
    }

    /// Returns the statuses after which the client retries the operation. Throws if there are none.
    func retriedStatuses() throws -> [Int] {
        if let reason = declaration.untestableRetryReason(operation) { throw NotApplicableError(reason) }
        return declaration.retriedStatuses
    }

    /// Throws if the client does not retry the operation after a lost connection, or waits too long for a test.
    func requireSecondAttemptAfterLoss() throws {
        if let reason = singleAttemptReason(after: .loss) { throw NotApplicableError(reason) }
        try requireTime(for: 2)
    }

    /// Throws if this number of attempts takes too long to test.
    func requireTime(for attempts: Int) throws {
        if let reason = declaration.tooSlowReason(attempts) { throw NotApplicableError(reason) }
    }

    // MARK: Requirements

    /// The error of a rule that requires a return value, for an operation that returns nothing.
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

    /// Throws if the operation is sent without a token, or the contract does not declare a token refresh.
    ///
    /// - Parameter reason: the reason to report in the latter case.
    func requireToken(_ reason: String = "the client does not declare a token refresh (authRefresh)") throws {
        if features.authRefresh == nil { throw NotApplicableError(reason) }
        if !operation.needsToken { throw NotApplicableError("\(operation.name) is sent without a token") }
    }

    /// Throws if the client declares no fallback, or no stored value for the operation.
    func requireFallback() throws {
        guard features.fallback != .none else {
            throw NotApplicableError("the client does not declare a fallback (fallback)")
        }
        try requireStore()
    }

    /// Throws if the contract does not declare a stored value for the operation.
    func requireStore() throws {
        if operation.stored == nil {
            throw NotApplicableError("the contract does not declare a stored value for \(operation.name) (stored)")
        }
    }

    /// Whether this is the first operation of the contract that satisfies a condition.
    ///
    /// Rules about properties that all operations of a client share test one operation, because they need much time.
    func isFirst(where isSuitable: (OperationContext) -> Bool) -> Bool {
        declaration.operations.first { isSuitable(OperationContext(declaration, $0)) }?.name == operation.name
    }

    /// Throws unless this is the first operation of the contract that satisfies a condition.
    func requireFirst(_ isSuitable: (OperationContext) -> Bool) throws {
        if isFirst(where: isSuitable) { return }
        throw NotApplicableError("another operation tests this property, which all operations of the client share")
    }

    /// Throws if another operation is tested for a rule whose test cases are long and do not depend on the operation.
    ///
    /// - Parameter isParallel: whether the rule calls the operation in parallel.
    func requireRepresentative(inParallel isParallel: Bool = false) throws {
        let first = declaration.operations.first { operation in
            declaration.untestableRetryReason(operation) == nil && (!isParallel || operation.isParallel)
        }
        guard let first, first.name != operation.name else { return }
        throw NotApplicableError("\(first.name) is tested instead, as its retries are the same")
    }

    // MARK: Test cases

    /// The recorded reply with a fault: the server resets the connection before the first byte.
    var resetReply: Scenario.Reply { operation.recordedReply.failing(Fault(.reset, at: .beforeHead)) }

    /// The recorded reply with a fault: the server sends no byte and leaves the connection open.
    var stalledReply: Scenario.Reply { operation.recordedReply.failing(Fault(.stall(), at: .beforeHead)) }

    /// A test case of one call that receives the recorded reply.
    var recordedCase: TestCase { testCase([operation.recordedReply]) }

    /// A test case of one call whose connections are all refused.
    var refusedConnectionCase: TestCase {
        var exercise = recordedCase.withDeadline(declaration.attemptsAfterRefusal, of: declaration)
        exercise.scenario.network = [Scenario.Network(.refusing)]
        return exercise
    }

    /// Returns a test case of one call with these replies in turn; the last one repeats.
    ///
    /// - Parameter attempts: the number of attempts that the deadline permits; nil for the default deadline.
    func testCase(_ replies: [Scenario.Reply], attempts: Int? = nil) -> TestCase {
        let exercise = TestCase(operation, replies: replies)
        return attempts.map { exercise.withDeadline($0, of: declaration) } ?? exercise
    }

    /// Returns a test case of one call whose attempts all receive this failed reply; its deadline permits every retry.
    func testCase(failing reply: Scenario.Reply) -> TestCase { TestCase(operation, failing: reply, declaration) }

    /// Returns a test case in real time of one call, with a timeout of ``timeout`` for each attempt.
    ///
    /// - Parameters:
    ///   - timeouts: the number of attempts that time out.
    ///   - attempts: the number of attempts that the deadline permits.
    func testCase(timingOut timeouts: Int, _ replies: [Scenario.Reply], attempts: Int) -> TestCase {
        var exercise = testCase(replies, attempts: attempts)
        exercise.request.timeout = Self.timeout
        exercise.timeSource = .real
        exercise.estimatedDuration = Self.timeout * timeouts + declaration.longestWaits(attempts)
        return exercise
    }

    /// Returns the bytes of a whole reply with the recorded status and body, and these header fields.
    ///
    /// - Parameters:
    ///   - statusLine: the status line; nil for that of the recorded status.
    ///   - fields: the header fields that delimit the body; nil for the length of the recorded body.
    ///   - body: the body with its framing; nil for the recorded body.
    func rawReply(statusLine: String? = nil, fields: [String]? = nil, body: [UInt8]? = nil) -> [UInt8] {
        let recorded = operation.reply
        let isBodiless = recorded.status == 204 || recorded.status == 304
        let length = isBodiless ? [] : ["Content-Length: \(recorded.body.count)"]
        let type = "Content-Type: \(recorded.headers["Content-Type"] ?? "application/json")"
        let framing = (recorded.body.isEmpty ? [] : [type]) + (fields ?? length)
        let lines = [statusLine ?? "HTTP/1.1 \(recorded.status) Reply"] + framing
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? recorded.body)
    }

    /// The timeout of an attempt in test cases of timeouts. `URLSession` on Linux requires whole seconds.
    static let timeout = Duration.seconds(1)
}

extension Scenario.Reply {
    /// Returns a reply of exactly these bytes, after which the server closes the connection.
    static func raw(_ bytes: [UInt8]) -> Scenario.Reply { Scenario.Reply(body: .raw([Scenario.Body.Piece(bytes)])) }

    /// Returns the reply with another body.
    func with(body: Scenario.Body) -> Scenario.Reply {
        var reply = self
        reply.body = body
        return reply
    }

    /// Returns the reply with these faults instead of its own.
    func failing(_ faults: Fault...) -> Scenario.Reply {
        var reply = self
        reply.faults = faults
        return reply
    }

    /// Returns the reply, limited to this number of requests.
    func times(_ count: Int) -> Scenario.Reply {
        var reply = self
        reply.times = count
        return reply
    }
}
