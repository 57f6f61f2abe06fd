/// What really arrived at a backend, and what became of it.
///
/// The journal is live: each question is answered from what is there at that moment. An entry is there before its
/// client can have read the first byte of the reply.
public struct Journal: Sendable {
    package let source: any JournalSource

    package init(source: any JournalSource) { self.source = source }

    /// Every exchange that is still kept, in the order in which they were decided.
    public var entries: [Entry] { source.entries() }

    /// How many exchanges have been entered, also those that are no longer kept.
    public var count: Int { source.count }

    /// How many entries went because the journal was full, oldest first.
    public var dropped: Int { source.dropped }

    /// Every connection that is still on record, in the order in which they were accepted; also those on which no
    /// request ever came.
    public var connections: [Connection] { source.connections() }

    /// When another scenario began to be played, as far as that is still on record.
    public var marks: [Mark] { source.marks() }

    /// How many connections were closed unread because this process had no descriptor left for them.
    public var turnedAway: Int { source.turnedAway }

    /// The requests that no endpoint answered, or whose endpoint had nothing left to say.
    public var unexpected: [Entry] { entries.filter(\.isUnexpected) }

    /// The requests that a query finds, in the order in which they were decided.
    ///
    /// A path that is malformed finds nothing.
    public func requests(_ query: Query) -> [Entry] {
        guard let compiled = try? CompiledQuery(query) else { return [] }
        return compiled.select(from: entries)
    }

    /// The requests that a query finds and that the client itself sent.
    ///
    /// A network stack sends a request again when a reused connection turns out to be dead (RFC 9112 §9.3.1); those
    /// repetitions are left out.
    public func attempts(_ query: Query) -> [Entry] { Attempts.of(requests(query)).map(\.first) }

    /// Returns when no exchange is open: what was written, cut or given up is on record by then.
    public func settled() async { await source.settled() }
}

/// Where a journal comes from.
package protocol JournalSource: Sendable {
    func entries() -> [Journal.Entry]
    func connections() -> [Journal.Connection]
    func marks() -> [Journal.Mark]
    var count: Int { get }
    var dropped: Int { get }
    var turnedAway: Int { get }
    func settled() async
}

extension Journal {
    /// Which of the requests that arrived are meant: by method, path, and whatever else they must show.
    ///
    /// The same patterns as in a scenario: `.get("/users/{id}")`. A request counts whether or not an endpoint answered
    /// it.
    public struct Query: Sendable, Hashable {
        /// The method, or `.any`.
        public var method: Scenario.Method
        /// The paths.
        public var path: Scenario.PathPattern
        /// What else they must show; nil means nothing else.
        public var condition: Scenario.Condition?

        /// Requests of a method.
        public init(_ method: Scenario.Method, _ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil)
        {
            self.method = method
            self.path = path
            self.condition = condition
        }

        /// GET requests; HEAD is another method.
        public static func get(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.get, path, where: condition)
        }

        /// POST requests.
        public static func post(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.post, path, where: condition)
        }

        /// PUT requests.
        public static func put(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.put, path, where: condition)
        }

        /// PATCH requests.
        public static func patch(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.patch, path, where: condition)
        }

        /// DELETE requests.
        public static func delete(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.delete, path, where: condition)
        }

        /// Requests of every method.
        public static func any(_ path: Scenario.PathPattern, where condition: Scenario.Condition? = nil) -> Query {
            Query(.any, path, where: condition)
        }
    }
}

extension Journal.Query: CustomStringConvertible {
    /// As endpoints are named: `get /users/{id}`.
    public var description: String {
        "\(method == .any ? "any" : method.rawValue.lowercased()) \(path.text)" + (condition == nil ? "" : " where …")
    }
}
