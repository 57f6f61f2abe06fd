/// The contract of a client: its operations, and its declared behavior.
///
/// A Swift test can run the contract in its own process; `rehearsal verify` runs it in a child process.
public struct Contract<Subject>: Sendable {
    /// The name in reports.
    public var name: String
    /// The declared behavior of the client.
    public var declares: Declared
    /// The operations of the client.
    public var operations: [Operation]
    /// The client's promises beyond the rules for all clients.
    public var promises: [Promise]
    /// The function that maps an error of the client to an outcome. It returns nil for the default mapping.
    public var classify: @Sendable (any Error) -> ClientOutcome?
    /// The path of the source file that declares the contract. Recordings are searched from its folder upwards.
    package var filePath: String
    /// The app's errors by status, for the operations of an OpenAPI document that lists the status.
    package var documentedErrors: [Int: String] = [:]

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - name: the name in reports.
    ///   - declares: the declared behavior of the client.
    ///   - operations: the operations of the client.
    ///   - promises: the client's promises beyond the rules for all clients.
    ///   - screens: the screens of the app, from which further promises follow.
    ///   - classify: maps an error of the client to an outcome; returns nil for the default mapping.
    ///   - filePath: the path of the calling file; recordings are searched from its folder upwards.
    public init(
        _ name: String,
        declares: Declared = Declared(),
        operations: [Operation],
        promises: [Promise] = [],
        screens: [Screen] = [],
        classify: @escaping @Sendable (any Error) -> ClientOutcome? = { _ in nil },
        filePath: String = #filePath,
    ) {
        (self.name, self.declares, self.operations) = (name, declares, operations)
        self.promises = promises + screens.flatMap(\.promises)
        (self.classify, self.filePath) = (classify, filePath)
    }

    /// The declared behavior of a client.
    public struct Declared: Sendable {
        /// The retry policy.
        public var retry: DeclaredRetry
        /// The capabilities, such as a token refresh or an offline fallback.
        public var features: DeclaredFeatures
        /// The network stack: `urlSession`, or another name.
        public var transport: String

        /// Creates a declaration. By default, a client has none of the optional behavior and uses `URLSession`.
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
