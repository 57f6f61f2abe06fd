import Rehearsal

/// The declaration of a client: its behavior, and its operations.
package struct Declaration: Sendable {
    package var name: String
    /// The operating system: `linux`, `darwin`.
    package var platform: String
    /// The network stack: `urlSession`, or another name.
    package var transport: String
    package var features: DeclaredFeatures
    package var retry: DeclaredRetry
    package var operations: [Operation]
    /// The client's promises beyond the rules for all clients.
    package var promises: [Promise] = []
    /// Whether the client runs in its own process, which a case may crash.
    package var isOutOfProcess = false
    /// The remarks on members of its hello that have no effect or are probably mistakes, one sentence each.
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

    package static var currentPlatform: String {
        #if os(Linux)
            "linux"
        #else
            "darwin"
        #endif
    }
}

extension Declaration {
    /// The kind of failure after which a client may send a request again.
    package enum Cause: Sendable, Hashable {
        /// A reply with a status.
        case status
        /// A lost connection or a timeout.
        case loss
    }

    /// Whether an operation is retried after a failure that does not show whether it had an effect.
    package func retries(_ operation: Operation, after cause: Cause = .status) -> Bool {
        guard retry.attempts > 1 else { return false }
        if cause == .loss, let methods = retry.methodsAfterLoss { return methods.contains(operation.method) }
        return retry.methods.contains(operation.method) || sendsIdempotencyKey(operation)
    }

    /// Whether the server can recognize a repeated request of the operation.
    package func sendsIdempotencyKey(_ operation: Operation) -> Bool {
        features.idempotencyKey != nil && operation.hasIdempotencyKey
    }

    /// Returns the number of requests of an operation if each reply has this status.
    package func attempts(of operation: Operation, after status: Int) -> Int {
        retries(operation) && retry.statuses.contains(status) ? retry.attempts : 1
    }

    /// The declarations that no rule of the catalogue judges: for each operation, the missing rule.
    ///
    /// The report thus lists every declaration without effect.
    package var declarationsWithoutRule: [Plan.NotApplicable] {
        let declared = [
            ("PAGE-01", "pagination", features.pagination != nil),
            ("CACHE-01", "validators", features.validators),
            ("BACK-10", "deadline", features.deadline),
            ("STAT-08", "problemJSON", features.problemJSON),
            ("DEC-13", "refusesContentType", features.refusesContentType != nil),
        ]
        let missing = declared.filter { $0.2 && RuleCatalogue.rule($0.0) == nil }
        return missing.flatMap { rule, what, _ in
            operations.map { operation in
                let reason = "\(what) is declared, and no rule of this version judges it"
                return Plan.NotApplicable(rule: rule, operation: operation.name, reason: reason)
            }
        }
    }
}

extension Declaration {
    /// Returns the operation that a promise concerns.
    package func operation(of promise: Promise) -> Operation {
        operations.first { $0.name == promise.operation }
            ?? Operation(promise.operation, .get, "/", reply: RecordedReply(200))
    }

    /// The largest number of promises of a client.
    package static let maximumPromises = 1_000

    /// The prefix of the clauses for the decoding map.
    package static let mapPrefix = "MAP"

    /// The first problem with the name or the dependencies of a promise; nil if there is none.
    package var promiseProblem: String? {
        var taken = Set(operations.map(\.name))
        for promise in promises {
            if let problem = promise.nameProblem { return problem }
            if !taken.insert(promise.id).inserted { return "two operations or promises have the name \(promise.id)" }
            if let rule = promise.dependsOn.first(where: { RuleCatalogue.rule($0) == nil }) {
                return "\(promise.id) depends on \(rule), which is not a rule of the catalogue"
            }
            if !promise.dependsOn.isEmpty, !operations.contains(where: { $0.name == promise.operation }) {
                return "\(promise.id) depends on rules for \(promise.operation), which is not a declared operation"
            }
        }
        return nil
    }

    /// The first mistake in the declared enum values or in the replies to reject; nil for a correct declaration.
    package var replyProblem: String? {
        for operation in operations {
            if let field = operation.fields?.first(where: { !$0.words.isEmpty && $0.kind != .enum }) {
                return "\(operation.name) declares words for \(field.path), whose kind is not enum"
            }
            var names: Set<String> = []
            for answer in operation.rejectedReplies {
                let what = "\(operation.name) refuses \(answer.name.debugDescription)"
                if !answer.name.isClauseName { return "\(what), which is not \(String.clauseName)" }
                if !names.insert(answer.name).inserted { return "\(what) twice" }
                if let place = answer.changes.first(where: { JSON.Pointer($0.name) == nil })?.name {
                    return
                        "\(what) with a value at \(place.debugDescription), which is not a JSON Pointer such as /status"
                }
                // A recording that is not loaded yet has no body here.
                if operation.reply.body.isEmpty { continue }
                guard let recorded = operation.reply.document else {
                    return "\(what), and the recorded reply is not a JSON document"
                }
                guard let body = answer.body(changing: operation.reply) else {
                    return "\(what), and the recorded reply has no value at \(answer.places)"
                }
                if let changed = try? JSON(parsing: body), changed.isEquivalent(to: recorded.root.value) {
                    return "\(what), which changes nothing in the recorded reply"
                }
            }
        }
        return nil
    }
}
