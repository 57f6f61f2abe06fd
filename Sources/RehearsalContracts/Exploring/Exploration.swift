public import Rehearsal

/// The parts of a client and its backend that an exploration uses.
public struct Exploration: Sendable {
    /// The model backend: a scenario whose `resources`, `auth` and `idempotency` hold the true state.
    public var model: Scenario
    /// The path below which the client sends its requests: `/api/v1`.
    public var basePath: String
    /// The operations to call, by name; empty for all operations of the contract.
    public var operations: [String]
    /// The operations whose value shows the items of a resource, by name: `["listNotes": "/notes"]`.
    public var views: [String: Scenario.PathPattern]
    /// The operations that send queued writes to the server.
    public var synchronizations: [String]
    /// The operations after which the client has no credentials and no stored values.
    public var signOuts: [String]
    /// The operations that begin a session with new credentials.
    public var signIns: [String]
    /// The client's initial access token; nil for none.
    public var token: String?
    /// The client's initial refresh token; nil for none.
    public var refreshToken: String?
    /// The time limit of a call, which the client must respect; nil for none.
    ///
    /// It applies to each queued write that a synchronization sends.
    public var deadline: Duration?
    /// The paths of the requests that the client sends on its own, when no operation is called: `/analytics`.
    public var backgroundRequests: [Scenario.PathPattern]
    /// Whether the stored values of the client contain its own successful writes, before it reads them again.
    public var storesOwnWrites: Bool
    /// The properties of the app, in addition to those for every client.
    public var properties: [AppProperty]

    /// Creates an exploration of a client against a model backend.
    public init(
        model: Scenario,
        basePath: String = "",
        operations: [String] = [],
        views: [String: Scenario.PathPattern] = [:],
        synchronizations: [String] = [],
        signOuts: [String] = [],
        signIns: [String] = [],
    ) {
        (self.model, self.basePath, self.operations, self.views) = (model, basePath, operations, views)
        (self.synchronizations, self.signOuts, self.signIns) = (synchronizations, signOuts, signIns)
        (token, refreshToken, deadline, properties) = (nil, nil, nil, [])
        (backgroundRequests, storesOwnWrites) = ([], false)
    }

    /// A property of an app: a sentence, and a function that returns each violation.
    public struct AppProperty: Sendable {
        /// The identifier in reports: `APP-01`.
        public var id: String
        /// The property in one sentence.
        public var sentence: String
        let violations: @Sendable (History) -> [Violation]

        /// Creates a property.
        ///
        /// - Parameter violations: returns the violations in a history; empty if there is none.
        public init(_ id: String, _ sentence: String, violations: @escaping @Sendable (History) -> [Violation]) {
            (self.id, self.sentence, self.violations) = (id, sentence, violations)
        }

        /// A violation of a property of an app.
        public struct Violation: Sendable, Hashable {
            /// The violation in one sentence, which must be the same in each run of a schedule.
            public var sentence: String
            /// The index of the step in which it shows.
            public var step: Int
            /// The ordinals of the requests that prove it.
            public var requests: [Int]

            /// Creates a violation.
            public init(_ sentence: String, step: Int, requests: [Int] = []) {
                (self.sentence, self.step, self.requests) = (sentence, step, requests)
            }
        }
    }
}
