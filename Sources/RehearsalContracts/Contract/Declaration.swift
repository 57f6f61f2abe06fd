import Rehearsal

/// What is known of a client before it is tried: what it declares of itself, and its operations.
package struct Declaration: Sendable {
    /// What it is called in reports.
    package var name: String
    /// The system it runs on: `linux`, `darwin`.
    package var platform: String
    /// What carries its requests: `urlSession`, or a name of its own.
    package var transport: String
    package var features: DeclaredFeatures
    package var retry: DeclaredRetry
    package var operations: [Operation]
    /// What it promises beside what is asked of all clients.
    package var promises: [Promise] = []
    /// Whether it runs in a process of its own, which may die of what is sent to it.
    package var isOutOfProcess = false
    /// Remarks on members of its hello that have no effect or are probably mistakes; one sentence each.
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

    /// The system that this was compiled for.
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

    /// Whether an operation is sent again after a failure that says nothing of its effect.
    package func repeats(_ operation: Operation, after cause: Cause = .status) -> Bool {
        guard retry.attempts > 1 else { return false }
        if cause == .loss, let methods = retry.methodsAfterLoss { return methods.contains(operation.method) }
        return retry.methods.contains(operation.method) || isKeyed(operation)
    }

    /// Whether the server can tell a repeated request of that operation.
    package func isKeyed(_ operation: Operation) -> Bool {
        features.idempotencyKey != nil && operation.hasIdempotencyKey
    }

    /// How many times an operation is sent while a status goes on and on.
    package func attempts(of operation: Operation, after status: Int) -> Int {
        repeats(operation) && retry.statuses.contains(status) ? retry.attempts : 1
    }

    /// The declarations that no rule of the catalogue judges: for each operation, the missing rule.
    ///
    /// A declaration without effect is seen in the report that way.
    package var unjudged: [Plan.NotApplicable] {
        let declared = [
            ("PAGE-01", "pagination", features.pagination != nil),
            ("CACHE-01", "validators", features.validators),
            ("BACK-10", "deadline", features.deadline),
            ("STAT-08", "problemJSON", features.problemJSON),
            ("DEC-13", "refusesContentType", features.refusesContentType != nil),
        ]
        let missing = declared.filter { $0.2 && Catalogue.rule($0.0) == nil }
        return missing.flatMap { rule, what, _ in
            operations.map { operation in
                let reason = "\(what) is declared, and no rule of this version judges it"
                return Plan.NotApplicable(rule: rule, operation: operation.name, reason: reason)
            }
        }
    }
}

extension Declaration {
    /// The operation that a promise is about.
    package func operation(of promise: Promise) -> Operation {
        operations.first { $0.name == promise.operation }
            ?? Operation(promise.operation, .get, "/", reply: RecordedReply(200))
    }

    /// How many promises a client may make.
    package static let mostPromises = 1_000

    /// What the clauses begin with that are tried for the decoding map of an operation.
    package static let mapName = "MAP"

    /// What is wrong with what a promise is called, or rests on; nil if nothing is.
    package var misnamedPromise: String? {
        var taken = Set(operations.map(\.name))
        for promise in promises {
            if let problem = promise.misnamed { return problem }
            if !taken.insert(promise.id).inserted { return "there are two operations or promises called \(promise.id)" }
            if let rule = promise.restsOn.first(where: { Catalogue.rule($0) == nil }) {
                return "\(promise.id) rests on \(rule), and there is no such rule"
            }
            if !promise.restsOn.isEmpty, !operations.contains(where: { $0.name == promise.operation }) {
                return "\(promise.id) is about \(promise.operation), and there is no such operation to rest on"
            }
        }
        return nil
    }

    /// The first mistake in the declared words or in the answers to refuse; nil for a correct declaration.
    package var misdeclaredAnswer: String? {
        for operation in operations {
            if let field = operation.fields?.first(where: { !$0.words.isEmpty && $0.kind != .enum }) {
                return "\(operation.name) declares words of \(field.path), which is not of the kind enum"
            }
            var names: Set<String> = []
            for answer in operation.refused {
                let what = "\(operation.name) refuses \(answer.name.debugDescription)"
                if !answer.name.isClauseName { return "\(what), which is not \(String.clauseName)" }
                if !names.insert(answer.name).inserted { return "\(what) twice" }
                if let place = answer.changes.first(where: { JSON.Pointer($0.name) == nil })?.name {
                    return
                        "\(what) with a value at \(place.debugDescription), which is not a JSON Pointer such as /status"
                }
                // A recorded answer that is still to be found has no body here.
                if operation.reply.body.isEmpty { continue }
                guard let recorded = operation.reply.document else {
                    return "\(what), and the recorded answer is not a JSON document"
                }
                guard let body = answer.body(changing: operation.reply) else {
                    return "\(what), and the recorded answer has no value at \(answer.places)"
                }
                if let changed = try? JSON(parsing: body), changed.isEquivalent(to: recorded.root.value) {
                    return "\(what), which changes nothing of the recorded answer"
                }
            }
        }
        return nil
    }
}
