/// The contract of a kind of client: its operations, and its declared behavior.
///
/// It is declared once, and tested in the process of a test or over the process protocol.
public struct Contract<Subject>: Sendable {
    /// The name in reports.
    public var name: String
    /// The declared behavior of the client.
    public var declares: Declared
    /// The operations of the client.
    public var operations: [Operation]
    /// The client's promises beyond the rules for all clients.
    public var promises: [Promise]
    /// The function that maps an error of the client to an outcome; nil for the default mapping.
    public var classify: @Sendable (any Error) -> ClientOutcome?
    /// The source file of the declaration. Recordings are searched from its folder upwards.
    package var filePath: String

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - name: the name in reports.
    ///   - declares: the declared behavior of the client.
    ///   - operations: the operations of the client.
    ///   - promises: the client's promises beyond the rules for all clients.
    ///   - classify: maps an error of the client to an outcome; nil for the default mapping.
    ///   - filePath: the file from whose folder upwards recordings are searched.
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

    /// The declared behavior of a client.
    public struct Declared: Sendable {
        /// The retry policy.
        public var retry: DeclaredRetry
        /// The capabilities.
        public var features: DeclaredFeatures
        /// The network stack: `urlSession`, or another name.
        public var transport: String

        /// Creates a declaration; omitted parameters declare a client without that behavior.
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
