/// What a kind of client promises: its operations, and how it says that it behaves.
///
/// Declared once, and tried in the process of a test or behind the process protocol.
public struct Contract<Subject>: Sendable {
    /// What it is called in reports.
    public var name: String
    /// What the client says of itself.
    public var declares: Declared
    /// What it can be asked to do.
    public var operations: [Operation]
    /// What it promises beside what is asked of all clients.
    public var promises: [Promise]
    /// What an error of the client means, where it is not plain from the error itself; nil leaves it to that.
    public var classify: @Sendable (any Error) -> ClientOutcome?
    /// Where it is declared: recordings are looked for from there on upwards.
    package var filePath: String

    /// A contract.
    ///
    /// - Parameters:
    ///   - name: what it is called in reports.
    ///   - declares: what the client says of itself.
    ///   - operations: what it can be asked to do.
    ///   - promises: what it promises beside what is asked of all clients.
    ///   - classify: what an error of the client means, where it is not plain from the error itself.
    ///   - filePath: where recordings are looked for from, and in the folders above.
    public init(
        _ name: String,
        declares: Declared = Declared(),
        operations: [Operation],
        promises: [Promise] = [],
        classify: @escaping @Sendable (any Error) -> ClientOutcome? = { _ in nil },
        filePath: String = #filePath,
    ) {
        (self.name, self.declares, self.operations, self.promises) = (name, declares, operations, promises)
        (self.classify, self.filePath) = (classify, filePath)
    }

    /// What a client says of itself.
    public struct Declared: Sendable {
        /// How it tries again.
        public var retry: DeclaredRetry
        /// What it can do.
        public var features: DeclaredFeatures
        /// What carries its requests: `urlSession`, or a name of its own.
        public var transport: String

        /// A declaration; what is left out is what a client has that says nothing of it.
        public init(
            retry: DeclaredRetry = .none,
            fallback: DeclaredFeatures.Fallback = .none,
            authRefresh: DeclaredFeatures.AuthRefresh? = nil,
            idempotencyKey: String? = nil,
            pagination: DeclaredFeatures.Pagination? = nil,
            unknownEnum: DeclaredFeatures.UnknownEnum = .fail,
            transport: String = "urlSession",
            _ more: (inout DeclaredFeatures) -> Void = { _ in },
        ) {
            features = DeclaredFeatures()
            features.fallback = fallback
            features.authRefresh = authRefresh
            features.idempotencyKey = idempotencyKey
            features.pagination = pagination
            features.unknownEnum = unknownEnum
            more(&features)
            (self.retry, self.transport) = (retry, transport)
        }
    }
}
