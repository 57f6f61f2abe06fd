public import Rehearsal

extension Contract {
    /// A requirement on one client, in addition to the rules for all clients: its behavior while a scenario is played.
    ///
    /// The scenario's expectations must also hold at the end, and every request must have matched an endpoint.
    public struct Promise: Sendable {
        /// The declaration of the promise as data: everything except the call and the expected outcome.
        package var declared: Declaration.Promise
        /// The call of the client, made while the server plays the scenario.
        package var action: Operation
        /// The expected outcome; nil if any outcome passes.
        package var expectedOutcome: @Sendable (Operation.Describe) -> ClientOutcome?

        /// Creates a promise.
        ///
        /// - Parameters:
        ///   - id: the name in reports, `PARK-01`, unique among the rules of the catalogue and the operations.
        ///   - statement: the promise in one sentence.
        ///   - operation: the name of the operation that the promise is about.
        ///   - source: the scenario: a string with the name of a file, or an object with the scenario itself.
        ///   - ending: the expected outcome of the call.
        ///   - terms: the client's initial state, and the rules that the promise depends on.
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

        /// Returns an outcome that expects this value from any source, such as the server or a cache.
        public static func value(_ value: Value) -> ExpectedOutcome { ExpectedOutcome { .value($0(value)) } }
        /// Returns an outcome that expects this value, which the client must report as neither stale nor cached.
        public static func fresh(_ value: Value) -> ExpectedOutcome {
            ExpectedOutcome(isFresh: true) { .value($0(value)) }
        }
        /// Returns an outcome that expects this value, which the client must report as stale.
        public static func stale(_ value: Value) -> ExpectedOutcome {
            ExpectedOutcome { .value($0(value), .init(isStale: true)) }
        }
        /// Returns an outcome that expects this failure. Parts that it does not specify match any value.
        public static func failure(_ outcome: ClientOutcome) -> ExpectedOutcome { ExpectedOutcome { _ in outcome } }
        /// An outcome that every result of the call satisfies, so that only the requests are checked.
        public static var any: ExpectedOutcome { ExpectedOutcome { _ in nil } }
    }

    /// The initial state of the client, and the rules that the promise depends on.
    public struct Setup: Sendable {
        var dependsOn: [String]
        var store: [String: JSON]
        var isOnline: Bool
        var token: String?
        var refreshToken: String?

        /// Creates a setup. The default tokens are those that a client has in the clauses of the catalogue.
        ///
        /// - Parameters:
        ///   - restsOn: IDs of rules of the catalogue. If one fails for the operation, the verdict on the promise is
        ///     `blocked` instead of `fail`.
        ///   - store: the initial content of the client's store.
        ///   - isOnline: whether the client's network monitor reports a connection.
        ///   - token: the client's initial access token; nil for none.
        ///   - refreshToken: the client's initial refresh token; nil for none.
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
