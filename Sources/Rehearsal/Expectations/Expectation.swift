extension Scenario {
    /// An expectation about the requests that clients send during a run.
    public struct Expectation: Sendable, Hashable {
        /// The requests that the expectation is about, with the requirements.
        public var subject: Subject
        /// The source location, `file:line`.
        package var sourceLocation: String?

        /// The requests that an expectation is about, with the requirements.
        public enum Subject: Sendable, Hashable {
            /// The requirements on the requests that match a query.
            case requests(Journal.Query, Requirements)
            /// One request for each query, in this order; other requests may come between.
            case inOrder([Journal.Query])
            /// The number of requests that may be unanswered or violate HTTP; 0 without this expectation.
            case unexpected(Count)
        }

        /// Creates an expectation.
        public init(_ subject: Subject) { self.subject = subject }

        /// Returns an expectation about the requests that match a query.
        ///
        /// Without `count` and `attempts`, at least one request must arrive.
        public static func requests(
            _ query: Journal.Query,
            count: Count? = nil,
            attempts: Count? = nil,
            gaps: [Gap] = [],
            same: [RequestPart] = [],
            within: Duration? = nil,
            endedBy: Side? = nil,
        ) -> Expectation {
            Expectation(
                .requests(
                    query,
                    Requirements(
                        count: count,
                        attempts: attempts,
                        gaps: gaps,
                        same: same,
                        within: within,
                        endedBy: endedBy
                    )
                )
            )
        }

        /// Returns an expectation of one request for each query, in this order; other requests may come between.
        public static func inOrder(_ queries: Journal.Query...) -> Expectation { Expectation(.inOrder(queries)) }

        /// Returns an expectation of the number of requests that are unanswered or violate HTTP.
        public static func unexpected(_ count: Count) -> Expectation { Expectation(.unexpected(count)) }
    }
}

extension Scenario.Expectation {
    /// Requirements on a set of requests. Each one that is not nil or empty must hold.
    public struct Requirements: Sendable, Hashable {
        /// The number of requests, including automatic retries.
        public var count: Count?
        /// The number of requests that the client itself sends, without automatic retries of its network stack.
        public var attempts: Count?
        /// The bounds on the time between the end of a reply and the next attempt, for each pair of attempts in order.
        public var gaps: [Gap]
        /// The parts that must be present and equal in all requests.
        public var same: [RequestPart]
        /// The time from the start of the run during which requests are counted; nil for the whole run.
        public var within: Duration?
        /// The side that must end each of the exchanges.
        public var endedBy: Side?

        /// Creates requirements that must all hold.
        public init(
            count: Count? = nil,
            attempts: Count? = nil,
            gaps: [Gap] = [],
            same: [RequestPart] = [],
            within: Duration? = nil,
            endedBy: Side? = nil,
        ) {
            self.count = count
            self.attempts = attempts
            self.gaps = gaps
            self.same = same
            self.within = within
            self.endedBy = endedBy
        }
    }

    /// Bounds on the time between two attempts.
    public struct Gap: Sendable, Hashable {
        /// The minimum time.
        public var atLeast: Duration?
        /// The maximum time.
        public var atMost: Duration?

        /// Creates bounds on a gap.
        public init(atLeast: Duration? = nil, atMost: Duration? = nil) {
            self.atLeast = atLeast
            self.atMost = atMost
        }

        /// Returns bounds with this minimum.
        public static func atLeast(_ duration: Duration) -> Gap { Gap(atLeast: duration) }
        /// Returns bounds with this maximum.
        public static func atMost(_ duration: Duration) -> Gap { Gap(atMost: duration) }
    }

    /// A part of a request that is compared between requests.
    public enum RequestPart: Sendable, Hashable {
        /// All values of the header of this name, in order.
        case header(String)
        /// All values of the query parameter of this name, in order.
        case query(String)
        /// The bytes of the body.
        case body
        /// The request target as the client sent it.
        case target
    }

    /// A side of the connection.
    public enum Side: String, Sendable, Hashable, CaseIterable {
        /// The client closed or reset the connection before the end of the reply.
        case client
        /// The server sent the whole reply, or ended it early, for example because of a fault.
        case server
    }

    /// Bounds on a number of requests.
    public struct Count: Sendable, Hashable, ExpressibleByIntegerLiteral {
        /// The minimum.
        public var min: Int
        /// The maximum; nil for no limit.
        public var max: Int?

        /// Creates bounds, both included.
        public init(min: Int = 0, max: Int? = nil) {
            self.min = min
            self.max = max
        }

        /// Creates bounds for exactly this number.
        public init(integerLiteral value: Int) { self.init(min: value, max: value) }

        /// Returns bounds for exactly this number.
        public static func exactly(_ count: Int) -> Count { Count(min: count, max: count) }
        /// Returns bounds with this minimum.
        public static func atLeast(_ count: Int) -> Count { Count(min: count) }
        /// Returns bounds with this maximum.
        public static func atMost(_ count: Int) -> Count { Count(max: count) }

        func contains(_ count: Int) -> Bool { count >= min && count <= max ?? .max }
    }
}

extension Scenario.Expectation.Count: CustomStringConvertible {
    /// The bounds for messages: `3`, `at least 2`, `1 to 4`.
    public var description: String {
        switch (min, max) {
        case (let min, nil): "at least \(min)"
        case (let min, let max?) where min == max: "\(min)"
        case (0, let max?): "at most \(max)"
        case (let min, let max?): "\(min) to \(max)"
        }
    }
}

extension Scenario.Expectation.RequestPart {
    /// Returns the values to compare; nil if the request has none.
    func value(in entry: Journal.Entry) -> [[UInt8]]? {
        switch self {
        case .header(let name):
            let values = entry.headers.values(of: name)
            return values.isEmpty ? nil : values.map { Array($0.utf8) }
        case .query(let name):
            let values = Self.parameters(name, in: entry)
            return values.isEmpty ? nil : values
        case .body: return [Array("\(entry.body.length) \(entry.body.hash)".utf8)]
        case .target: return [Array(entry.target.utf8)]
        }
    }

    /// Returns the part for a report: redacted values, or the size of a body.
    func displayText(_ entry: Journal.Entry, _ redaction: Redaction) -> String {
        switch self {
        case .header(let name):
            return entry.redactedValues(of: name, redaction).map { "\"\($0)\"" }.joined(separator: ", ")
        case .query, .target: return "\"\(entry.redactedTarget(redaction))\""
        case .body: return "\(entry.body.length) bytes"
        }
    }

    private static func parameters(_ name: String, in entry: Journal.Entry) -> [[UInt8]] {
        guard let query = RawHead(entry.rawHead).head.query else { return [] }
        let nameBytes = Array(name.utf8)
        return Scenario.Condition.queryItems(Array(entry.rawHead[query.range]))
            .compactMap { $0.name == nameBytes ? $0.value : nil }
    }
}

extension Scenario.Expectation: CustomStringConvertible {
    /// The expectation in one line: `get /me: count 2, gaps at least 1 s`.
    public var description: String {
        switch subject {
        case .requests(let query, let requirements): "\(query): \(requirements)"
        case .inOrder(let queries): "in order: " + queries.map { "\($0)" }.joined(separator: ", ")
        case .unexpected(let count): "unexpected: \(count)"
        }
    }
}

extension Scenario.Expectation.Requirements: CustomStringConvertible {
    /// The requirements in one line.
    public var description: String {
        var parts: [String] = []
        if let count { parts.append("count \(count)") }
        if let attempts { parts.append("attempts \(attempts)") }
        if count == nil, attempts == nil { parts.append("count at least 1") }
        if !gaps.isEmpty { parts.append("gaps " + gaps.map { "\($0)" }.joined(separator: ", ")) }
        if !same.isEmpty { parts.append("same " + same.map { "\($0)" }.joined(separator: ", ")) }
        if let within { parts.append("within \(within.displayText)") }
        if let endedBy { parts.append("ended by the \(endedBy.rawValue)") }
        return parts.joined(separator: ", ")
    }
}

extension Scenario.Expectation.Gap: CustomStringConvertible {
    /// The bounds for messages: `at least 1 s`, `0.5 s to 2 s`.
    public var description: String {
        switch (atLeast, atMost) {
        case (let minimum?, let maximum?): "\(minimum.displayText) to \(maximum.displayText)"
        case (let minimum?, nil): "at least \(minimum.displayText)"
        case (nil, let maximum?): "at most \(maximum.displayText)"
        case (nil, nil): "of any length"
        }
    }
}

extension Scenario.Expectation.RequestPart: CustomStringConvertible {
    /// The part in the notation of scenario files: `header:Idempotency-Key`.
    public var description: String {
        switch self {
        case .header(let name): "header:\(name)"
        case .query(let name): "query:\(name)"
        case .body: "body"
        case .target: "target"
        }
    }
}
