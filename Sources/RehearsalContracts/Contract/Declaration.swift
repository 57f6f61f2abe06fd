package import Rehearsal

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

    /// One thing that the client can be asked to do.
    package struct Operation: Sendable {
        /// What it is called: `fetchReservations`.
        package var name: String
        package var method: Scenario.Method
        /// The path that it must ask for, with the arguments below filled in: `/api/v1/reservations/42`.
        package var path: String
        /// What the subject is given to call it with.
        package var args: JSON
        /// The body that it must send; nil for none.
        package var body: JSON?
        /// Whether sending it twice does no more than sending it once (RFC 9110 §9.2.2).
        package var isIdempotent: Bool
        /// Whether it returns nothing.
        package var isVoid: Bool
        /// Whether its requests carry the declared idempotency key.
        package var hasIdempotencyKey: Bool
        /// Whether it is asked for with a token; signing in is how the first one comes.
        package var needsToken = true
        /// Whether one client may be asked for it in parallel.
        package var isParallel = true
        /// What the real backend answers.
        package var reply: RecordedReply
        /// What the client returns for that; nil if nobody said.
        package var value: JSON?
        /// What stands in the answer; nil if nobody said.
        package var fields: [Field]?
        /// What a status means to the app: `409: spotUnavailable`.
        package var domainErrors: [Int: String]
        /// Where in the client's store what it would fall back to lies, `users/1`, and what lies there.
        package var stored: (key: String, value: JSON)?
        /// Answers that the client must refuse, although their types are right.
        package var refused: [RefusedAnswer] = []

        package init(
            _ name: String,
            _ method: Scenario.Method,
            _ path: String,
            args: JSON = [:],
            body: JSON? = nil,
            isIdempotent: Bool? = nil,
            isVoid: Bool = false,
            hasIdempotencyKey: Bool = false,
            reply: RecordedReply,
            value: JSON? = nil,
            fields: [Field]? = nil,
            domainErrors: [Int: String] = [:],
            stored: (key: String, value: JSON)? = nil,
        ) {
            (self.name, self.method, self.path, self.args, self.body) = (name, method, path, args, body)
            self.isIdempotent = isIdempotent ?? ![.post, .patch].contains(method)
            (self.isVoid, self.hasIdempotencyKey, self.reply) = (isVoid, hasIdempotencyKey, reply)
            (self.value, self.fields, self.domainErrors, self.stored) = (value, fields, domainErrors, stored)
        }

        /// Whether it changes nothing at the server (RFC 9110 §9.2.1).
        package var isSafe: Bool { [.get, .head, .options].contains(method) }
    }

    /// What the real backend answered.
    package struct RecordedReply: Sendable {
        package var status: Int
        package var headers: Scenario.Headers
        /// As it arrived.
        package var body: [UInt8]

        package init(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) {
            (self.status, self.headers, self.body) = (status, headers, body)
        }

        /// The body as a document; nil if it is none.
        package var document: JSONDocument? { try? JSONDocument(parsing: body) }
    }

    /// Something that stands in an answer, and what it is.
    package struct Field: Sendable, Hashable {
        /// Where: `$.id`, `$[*].total_price`, `$.items[*].price`.
        package var path: String
        package var isRequired: Bool
        package var kind: Kind
        /// The words of an enumeration that the client knows; empty if none are declared.
        package var words: [String]

        package init(_ path: String, _ kind: Kind, isRequired: Bool = true, words: [String] = []) {
            (self.path, self.kind, self.isRequired, self.words) = (path, kind, isRequired, words)
        }

        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case int, number, string, bool, date, money, `enum`, url, object, array
        }
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
}
