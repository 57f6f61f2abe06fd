import Rehearsal

/// An operation of a client, as rules draft their clauses for it.
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

    /// Whether a 401 leads to a refresh of its token.
    var isRefreshing: Bool { features.authRefresh != nil && operation.needsToken }

    /// Whether the server can tell a repeated request.
    var isKeyed: Bool { declaration.isKeyed(operation) }

    /// Whether the client waits in virtual time.
    var isVirtual: Bool { features.clockInjection && !declaration.isOutOfProcess }

    // MARK: Attempts

    /// The number of requests while its connection is lost again and again.
    var attemptsAfterLoss: Int { declaration.attemptsAfterLoss(operation) }

    /// The number of requests while it times out again and again.
    var attemptsAfterTimeout: Int { declaration.attemptsAfterTimeout(operation) }

    /// The number of requests while a status goes on and on.
    func attempts(after status: Int) -> Int { declaration.attempts(of: operation, after: status) }

    /// Why it is sent once whatever fails; nil if it may be sent again.
    func isSentOnce(after cause: Declaration.Cause = .status) -> String? {
        declaration.isSentOnce(operation, after: cause)
    }

    /// The statuses that the client tries it again after, at least one; throws if there are none.
    func repeatedStatuses() throws -> [Int] {
        if let reason = declaration.isNotRepeated(operation) { throw Inapplicable(reason) }
        return declaration.transientStatuses
    }

    /// Throws if it is not sent again after a loss or a timeout, or only after too long a wait.
    func requireSecondAttemptAfterLoss() throws {
        if let reason = isSentOnce(after: .loss) { throw Inapplicable(reason) }
        try requireTime(for: 2)
    }

    /// Throws if so many attempts take too long to be tried.
    func requireTime(for attempts: Int) throws {
        if let reason = declaration.isTooSlow(attempts) { throw Inapplicable(reason) }
    }

    // MARK: Requirements

    var returnsNothing: Inapplicable { Inapplicable("\(operation.name) returns nothing") }

    /// Throws if it returns nothing.
    func requireValue() throws { if operation.isVoid { throw returnsNothing } }

    /// Throws if the recorded answer has no body.
    func requireBody() throws {
        if operation.reply.body.isEmpty { throw Inapplicable("the answer to \(operation.name) has no body") }
    }

    /// The header that carries its idempotency key; throws if it carries none.
    func idempotencyKey() throws -> String {
        guard let header = features.idempotencyKey, operation.hasIdempotencyKey else {
            throw Inapplicable("\(operation.name) carries no key")
        }
        return header
    }

    /// Throws if it is asked for without a token, or the client has none to renew.
    func requireToken(_ reason: String = "the client does not say that it gets another token") throws {
        if features.authRefresh == nil { throw Inapplicable(reason) }
        if !operation.needsToken { throw Inapplicable("\(operation.name) is asked for without a token") }
    }

    /// Throws if the contract says nothing of what the client stores for it.
    func requireStore() throws {
        if operation.stored == nil { throw Inapplicable("nobody said what \(operation.name) falls back to (stored)") }
    }

    // MARK: Exercises

    /// The recorded answer, lost with its connection before it begins.
    var lost: Scenario.Reply { operation.recorded.failing(Fault(.reset, at: .beforeHead)) }

    /// The recorded answer, which never begins.
    var silent: Scenario.Reply { operation.recorded.failing(Fault(.stall(), at: .beforeHead)) }

    /// One call that is answered as recorded.
    var recording: Exercise { exercise([operation.recorded]) }

    /// One call that finds no listening server.
    var refusing: Exercise {
        var exercise = recording.allowing(declaration.attemptsAfterRefusal, of: declaration)
        exercise.scenario.network = [Scenario.Network(.refusing)]
        return exercise
    }

    /// One call that is answered with these replies in turn, the last of them for good.
    ///
    /// - Parameter attempts: the number of attempts to leave time for; nil for the usual deadline.
    func exercise(_ replies: [Scenario.Reply], attempts: Int? = nil) -> Exercise {
        let exercise = Exercise(operation, replies: replies)
        return attempts.map { exercise.allowing($0, of: declaration) } ?? exercise
    }

    /// One call that is answered with this failure again and again, and as much time as the client takes for it.
    func exercise(failing reply: Scenario.Reply) -> Exercise { Exercise(operation, failing: reply, declaration) }

    /// One call whose first attempts time out in real time.
    func exercise(timingOut timeouts: Int, _ replies: [Scenario.Reply], attempts: Int) -> Exercise {
        var exercise = exercise(replies, attempts: attempts)
        exercise.request.timeout = Self.timeout
        exercise.time = .real
        exercise.lasts = Self.timeout * timeouts + declaration.longestWaits(attempts)
        return exercise
    }

    /// The timeout of those attempts; whole seconds, because `URLSession` on Linux takes no others.
    static let timeout = Duration.seconds(1)
}
