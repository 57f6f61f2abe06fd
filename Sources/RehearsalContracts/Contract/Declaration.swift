import Rehearsal

/// The declaration of a client as data: its behavior, its operations and its promises.
package struct Declaration: Sendable {
    package var name: String
    /// The operating system: `linux`, `darwin`.
    package var platform: String
    /// The network stack: `urlSession`, or another name.
    package var transport: String
    package var features: DeclaredFeatures
    package var retry: DeclaredRetry
    package var operations: [Operation]
    /// The promises of the client, in addition to the rules for all clients.
    package var promises: [Promise] = []
    /// Whether the client runs in a process of its own, so that a crash does not end the test.
    package var isOutOfProcess = false
    /// Warnings about members of the subject's hello message that have no effect or are probably mistakes.
    package var remarks: [String] = []

    package init(
        name: String,
        platform: String = Declaration.currentPlatform,
        transport: String = "urlSession",
        features: DeclaredFeatures = DeclaredFeatures(),
        retry: DeclaredRetry = .none,
        operations: [Operation] = [],
    ) {
        (self.name, self.platform, self.transport) = (name, platform, transport)
        (self.features, self.retry, self.operations) = (features, retry, operations)
    }

    /// Whether the client uses `URLSession` of swift-corelibs-foundation.
    var usesURLSessionOnLinux: Bool { platform == "linux" && transport == "urlSession" }

    package static var currentPlatform: String {
        #if os(Linux)
            "linux"
        #else
            "darwin"
        #endif
    }
}

extension Declaration {
    /// A kind of failure after which a client may send a request again.
    package enum Cause: Sendable, Hashable {
        /// A reply with an error status.
        case status
        /// A lost connection or a timeout.
        case loss
    }

    /// Whether the client retries an operation after a failure of this kind.
    package func retries(_ operation: Operation, after cause: Cause = .status) -> Bool {
        guard retry.attempts > 1 else { return false }
        if cause == .loss, let methods = retry.methodsAfterLoss { return methods.contains(operation.method) }
        return retry.methods.contains(operation.method) || sendsIdempotencyKey(operation)
    }

    /// Whether the requests of the operation contain an idempotency key, by which the server recognizes repetitions.
    package func sendsIdempotencyKey(_ operation: Operation) -> Bool {
        features.idempotencyKey != nil && operation.hasIdempotencyKey
    }

    /// Returns the number of requests of one call if every reply has this status.
    package func attempts(of operation: Operation, after status: Int) -> Int {
        retries(operation) && retry.statuses.contains(status) ? retry.attempts : 1
    }
}

extension Declaration {
    /// Returns the operation that a promise is about, or a placeholder with its name if it is not declared.
    package func operation(of promise: Promise) -> Operation {
        operations.first { $0.name == promise.operation }
            ?? Operation(promise.operation, .get, "/", reply: RecordedReply(200))
    }

    /// The maximum number of promises of a client.
    package static let maximumPromises = 1_000

    /// The first part of the IDs of the clauses that fill in the decoding map.
    package static let mapPrefix = "MAP"

    /// The first mistake in the name or the prerequisites of a promise, as a message; nil if there is none.
    package var promiseProblem: String? {
        var names = Set(operations.map(\.name))
        for promise in promises {
            if let problem = promise.nameProblem { return problem }
            if !names.insert(promise.id).inserted { return "two operations or promises have the name \(promise.id)" }
            if let rule = promise.dependsOn.first(where: { RuleCatalogue.rule($0) == nil }) {
                return "\(promise.id) depends on \(rule), which is not a rule of the catalogue"
            }
            if let deletion = promise.deletion, !operations.contains(where: { $0.name == deletion }) {
                return "\(promise.id) deletes rows with \(deletion), which is not a declared operation"
            }
            if !promise.dependsOn.isEmpty, !operations.contains(where: { $0.name == promise.operation }) {
                return "\(promise.id) depends on rules for \(promise.operation), which is not a declared operation"
            }
        }
        return nil
    }

    /// The first mistake in the declared enum values or rejected replies, as a message; nil if there is none.
    package var replyProblem: String? {
        for operation in operations {
            if let problem = operation.arguments.problem { return "\(operation.name) \(problem)" }
            if let field = operation.fields?.first(where: { !$0.words.isEmpty && $0.kind != .enum }) {
                return "\(operation.name) declares words for \(field.path), whose kind is not enum"
            }
            var names: Set<String> = []
            for answer in operation.rejectedReplies {
                let subject = "\(operation.name) refuses \(answer.name.debugDescription)"
                if !answer.name.isClauseName { return "\(subject), which is not \(String.clauseName)" }
                if !names.insert(answer.name).inserted { return "\(subject) twice" }
                if let pointer = answer.changes.first(where: { JSON.Pointer($0.name) == nil })?.name {
                    return
                        "\(subject) with \(pointer.debugDescription), which is not a JSON Pointer such as /status"
                }
                // The body is empty if the recording is not loaded yet.
                if operation.reply.body.isEmpty { continue }
                guard let recorded = operation.reply.document else {
                    return "\(subject), but the recorded reply is not a JSON document"
                }
                guard let body = answer.body(changing: operation.reply) else {
                    return "\(subject), but the recorded reply has no value at \(answer.places)"
                }
                if let changed = try? JSON(parsing: body), changed.isEquivalent(to: recorded.root.value) {
                    return "\(subject), which changes nothing in the recorded reply"
                }
            }
        }
        return nil
    }
}
