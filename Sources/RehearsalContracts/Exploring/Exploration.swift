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
    public var deadline: Duration?
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
    }

    /// A property of an app: a sentence, and a function that returns each violation as a sentence.
    public struct AppProperty: Sendable {
        /// The identifier in reports: `APP-01`.
        public var id: String
        /// The property in one sentence.
        public var sentence: String
        let violations: @Sendable (History) -> [String]

        /// Creates a property.
        ///
        /// - Parameter violations: returns a sentence for each violation in a history; empty if there is none.
        public init(_ id: String, _ sentence: String, violations: @escaping @Sendable (History) -> [String]) {
            (self.id, self.sentence, self.violations) = (id, sentence, violations)
        }
    }
}
