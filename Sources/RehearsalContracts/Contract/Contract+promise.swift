public import Rehearsal

extension Contract {
    /// Something that a client promises beside what is asked of all clients: what it does while a scenario is played.
    ///
    /// All that the scenario expects must be so at the end, and nothing may arrive that it has no answer for.
    public struct Promise: Sendable {
        /// Everything but how it is called.
        package var declared: Declaration.Promise
        /// What is done while the scenario is played.
        package var action: Operation
        /// What that must come to; nil for whatever it comes to.
        package var ending: @Sendable (Operation.Describe) -> ClientOutcome?

        /// A promise.
        ///
        /// - Parameters:
        ///   - id: what it is called in reports, `PARK-01`; no rule of the catalogue and no operation may be called so.
        ///   - statement: what is promised, in one sentence.
        ///   - operation: the operation that it is about.
        ///   - source: what is played: the name of a scenario, or a document in place.
        ///   - ending: what the call comes to.
        ///   - terms: what the client is given, and what must hold before.
        ///   - call: what is done with the client: one call, or several.
        public init<Value: Sendable>(
            _ id: String,
            _ statement: String,
            of operation: String,
            playing source: JSON,
            _ ending: Ending<Value>,
            _ terms: Terms = Terms(),
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

        /// A promise of a client that says where a value is from: from the server, or from what it has stored.
        ///
        /// - Parameter noting: what is done with the client: one call, or several.
        public init<Value: Sendable>(
            _ id: String,
            _ statement: String,
            of operation: String,
            playing source: JSON,
            _ ending: Ending<Value>,
            _ terms: Terms = Terms(),
            noting call: @escaping @Sendable (Subject) async throws -> (Value, ClientOutcome.Freshness),
        ) {
            declared = Declaration.Promise(id, statement, of: operation, playing: source, restsOn: terms.restsOn)
            (declared.store, declared.isOnline) = (terms.store, terms.isOnline)
            (declared.token, declared.refreshToken) = (terms.token, terms.refreshToken)
            declared.mustBeFresh = ending.isFresh
            action = .value(id, .get("/"), recorded: .reply(200), noting: call)
            self.ending = { ending.outcome($0) }
        }
    }
}

extension Contract.Promise {
    /// What a call comes to.
    public struct Ending<Value: Sendable>: Sendable {
        var isFresh = false
        let outcome: @Sendable (Contract.Operation.Describe) -> ClientOutcome?

        /// It returns that value, wherever it is from.
        public static func value(_ value: Value) -> Ending { Ending { .value($0(value)) } }
        /// It returns that value, and does not say that it is an old one.
        public static func fresh(_ value: Value) -> Ending { Ending(isFresh: true) { .value($0(value)) } }
        /// It returns that value, and says that it is an old one.
        public static func stale(_ value: Value) -> Ending { Ending { .value($0(value), .init(isStale: true)) } }
        /// It fails with that; what the outcome leaves open may be anything.
        public static func failure(_ outcome: ClientOutcome) -> Ending { Ending { _ in outcome } }
        /// It comes to anything: only the wire counts.
        public static var any: Ending { Ending { _ in nil } }
    }

    /// What a client is given for a promise, and what must hold before it is judged.
    public struct Terms: Sendable {
        var restsOn: [String]
        var store: [String: JSON]
        var isOnline: Bool
        var token: String?
        var refreshToken: String?

        /// Terms; what is left out is what a client is given for any other clause.
        ///
        /// - Parameters:
        ///   - restsOn: rules of the catalogue; if one fails for the operation,
        ///     the promise is blocked by it, and not broken.
        ///   - store: what the client has stored before.
        ///   - isOnline: what its network monitor says.
        ///   - token: the token that it starts with.
        ///   - refreshToken: what it gets another one with.
        public init(
            restsOn: [String] = ["STAT-01", "STAT-05"],
            store: [String: JSON] = [:],
            isOnline: Bool = true,
            token: String? = "t1",
            refreshToken: String? = "r1",
        ) {
            (self.restsOn, self.store, self.isOnline) = (restsOn, store, isOnline)
            (self.token, self.refreshToken) = (token, refreshToken)
        }
    }
}
