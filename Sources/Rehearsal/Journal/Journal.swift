/// A record of the requests that arrived at a server, and of their replies.
///
/// The journal is live: each property returns the current state. An entry is present before its client can read the
/// first byte of the reply.
public struct Journal: Sendable {
    package let source: any JournalSource

    package init(source: any JournalSource) { self.source = source }

    /// The exchanges that are still stored, in the order of their decisions.
    public var entries: [Entry] { source.entries() }

    /// The number of recorded exchanges, including those that are no longer stored.
    public var count: Int { source.count }

    /// The number of entries dropped because the journal was full, oldest first.
    public var dropped: Int { source.dropped }

    /// The connections that are still stored, in the order of acceptance, including those without a request.
    public var connections: [Connection] { source.connections() }

    /// The switches to another scenario that are still stored.
    public var scenarioSwitches: [ScenarioSwitch] { source.scenarioSwitches() }

    /// The number of connections that were closed unread because the process had no free file descriptor.
    public var rejectedConnections: Int { source.rejectedConnections }

    /// The requests that no endpoint matched, or whose endpoint had no more replies.
    public var unexpected: [Entry] { entries.filter(\.isUnexpected) }

    /// Returns the requests that match a query, in the order of their decisions.
    ///
    /// - Throws: ``Query/InvalidPath`` if the path is not valid, such as one without a slash at its beginning.
    public func requests(_ query: Query) throws(Query.InvalidPath) -> [Entry] {
        try CompiledQuery(valid: query).select(from: entries)
    }

    /// Returns the requests that match a query, without automatic retries.
    ///
    /// A network stack retries a request when a reused connection turns out to be closed (RFC 9112 §9.3.1).
    ///
    /// - Throws: ``Query/InvalidPath`` if the path is not valid, such as one without a slash at its beginning.
    public func attempts(_ query: Query) throws(Query.InvalidPath) -> [Entry] {
        RetryAnalysis.analyze(try requests(query)).map(\.first)
    }

    /// Waits until no exchange is open, so that every entry is final.
    public func settled() async { await source.settled() }
}

/// A source of journal entries.
package protocol JournalSource: Sendable {
    func entries() -> [Journal.Entry]
    func connections() -> [Journal.Connection]
    func scenarioSwitches() -> [Journal.ScenarioSwitch]
    var count: Int { get }
    var dropped: Int { get }
    var rejectedConnections: Int { get }
    func settled() async
}

extension Journal {
    /// A selection of requests by method, path and further conditions.
    ///
    /// It uses the patterns of scenarios: `.get("/users/{id}")`. It selects requests whether or not they were answered.
    public struct Query: Sendable, Hashable {
        /// The method, or `.any` for every method.
        public var method: Scenario.Method
        /// The paths of the requests.
        public var path: Scenario.PathPattern
        /// The further conditions; nil for none.
        public var condition: Scenario.Condition?

        /// Creates a query for requests of a method.
        public init(_ method: Scenario.Method, _ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil)
        {
            self.method = method
            self.path = path
            self.condition = condition
        }

        /// Returns a query for GET requests, without HEAD.
        public static func get(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.get, path, where: condition)
        }

        /// Returns a query for POST requests.
        public static func post(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.post, path, where: condition)
        }

        /// Returns a query for PUT requests.
        public static func put(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.put, path, where: condition)
        }

        /// Returns a query for PATCH requests.
        public static func patch(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.patch, path, where: condition)
        }

        /// Returns a query for DELETE requests.
        public static func delete(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.delete, path, where: condition)
        }

        /// Returns a query for requests of every method.
        public static func any(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.any, path, where: condition)
        }
    }
}

extension Journal.Query {
    /// The error of a query whose path no request can have.
    public struct InvalidPath: Error, Sendable, Hashable, CustomStringConvertible {
        /// The query, and the rule that its path breaks.
        public let description: String
    }
}

extension CompiledQuery {
    /// Prepares a query; unlike ``init(_:)`` it throws an error for the author of a test.
    fileprivate init(valid query: Journal.Query) throws(Journal.Query.InvalidPath) {
        do { try self.init(query) } catch {
            throw Journal.Query.InvalidPath(description: "the query \"\(query)\" is not valid: \(error.reason)")
        }
    }
}

extension Journal.Query: CustomStringConvertible {
    /// The query in the form of an endpoint: `get /users/{id}`.
    public var description: String {
        "\(method == .any ? "any" : method.rawValue.lowercased()) \(path.text)" + (condition == nil ? "" : " where …")
    }
}
