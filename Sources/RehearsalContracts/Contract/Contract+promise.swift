public import Rehearsal

extension Contract {
    /// A promise of a client beyond the rules for all clients: its behavior while a scenario is played.
    ///
    /// At the end, every expectation of the scenario must be met, and every request must have had a matching endpoint.
    public struct Promise: Sendable {
        /// The declaration, which is everything but the call.
        package var declared: Declaration.Promise
        /// The call that is made while the scenario is played.
        package var action: Operation
        /// The expected outcome; nil if any outcome passes.
        package var expectedOutcome: @Sendable (Operation.Describe) -> ClientOutcome?

        /// Creates a promise.
        ///
        /// - Parameters:
        ///   - id: the name in reports, `PARK-01`, unique among the rules of the catalogue and the operations.
        ///   - statement: the promise in one sentence.
        ///   - operation: the operation that it concerns.
        ///   - source: the scenario: the name of a file, or a document.
        ///   - ending: the expected outcome.
        ///   - terms: the client's initial state, and the rules that it depends on.
        ///   - call: one or several calls of the client.
        public init<Value: Sendable>(
            _ id: String,
            _ statement: String,
            of operation: String,
            playing source: JSON,
            _ ending: ExpectedOutcome<Value>,
            _ terms: Setup = Setup(),
            call: @escaping @Sendable (Subject) async throws -> Value,
        ) {
            self.init(
                id,
                statement,
                of: operation,
                playing: source,
                ending,
                terms,
                noting: { (try await call($0), .fresh) }
            )
        }

        /// Creates a promise of a client that reports the source of a value: the server, or the client's store.
        ///
        /// - Parameter noting: one or several calls of the client.
        public init<Value: Sendable>(
            _ id: String,
            _ statement: String,
            of operation: String,
            playing source: JSON,
            _ ending: ExpectedOutcome<Value>,
            _ terms: Setup = Setup(),
            noting call: @escaping @Sendable (Subject) async throws -> (Value, ClientOutcome.Freshness),
        ) {
            declared = Declaration.Promise(id, statement, of: operation, playing: source, restsOn: terms.dependsOn)
            (declared.store, declared.isOnline) = (terms.store, terms.isOnline)
            (declared.token, declared.refreshToken) = (terms.token, terms.refreshToken)
            declared.mustBeFresh = ending.isFresh
            action = .value(id, .get("/"), recorded: .reply(200), noting: call)
            self.expectedOutcome = { ending.outcome($0) }
        }
    }
}

extension Contract.Promise {
    /// An expected outcome of a call.
    public struct ExpectedOutcome<Value: Sendable>: Sendable {
        var isFresh = false
        let outcome: @Sendable (Contract.Operation.Describe) -> ClientOutcome?

        /// Returns the expectation of this value, from any source.
        public static func value(_ value: Value) -> ExpectedOutcome { ExpectedOutcome { .value($0(value)) } }
        /// Returns the expectation of this value, not reported as stale or cached.
        public static func fresh(_ value: Value) -> ExpectedOutcome {
            ExpectedOutcome(isFresh: true) { .value($0(value)) }
        }
        /// Returns the expectation of this value, reported as stale.
        public static func stale(_ value: Value) -> ExpectedOutcome {
            ExpectedOutcome { .value($0(value), .init(isStale: true)) }
        }
        /// Returns the expectation of this failure; unspecified parts match anything.
        public static func failure(_ outcome: ClientOutcome) -> ExpectedOutcome { ExpectedOutcome { _ in outcome } }
        /// The expectation that any outcome meets: only the requests count.
        public static var any: ExpectedOutcome { ExpectedOutcome { _ in nil } }
    }

    /// The initial state of the client for a promise, and the rules that it depends on.
    public struct Setup: Sendable {
        var dependsOn: [String]
        var store: [String: JSON]
        var isOnline: Bool
        var token: String?
        var refreshToken: String?

        /// Creates the terms; omitted ones have the defaults of other clauses.
        ///
        /// - Parameters:
        ///   - restsOn: rules of the catalogue. If one fails for the operation, the promise is blocked instead of
        ///     broken.
        ///   - store: the initial content of the client's store.
        ///   - isOnline: whether its network monitor reports a connection.
        ///   - token: its initial token.
        ///   - refreshToken: its initial refresh token.
        public init(
            restsOn: [String] = ["STAT-01", "STAT-05"],
            store: [String: JSON] = [:],
            isOnline: Bool = true,
            token: String? = "t1",
            refreshToken: String? = "r1",
        ) {
            (self.dependsOn, self.store, self.isOnline) = (restsOn, store, isOnline)
            (self.token, self.refreshToken) = (token, refreshToken)
        }
    }
}
