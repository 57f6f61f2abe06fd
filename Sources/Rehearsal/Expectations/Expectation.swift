extension Scenario {
    /// What a client must have done by the end of a run, judged by what arrived and by nothing else.
    public struct Expectation: Sendable, Hashable {
        /// What is expected.
        public var subject: Subject
        /// Where it is written, `file:line`.
        package var place: String?

        /// What an expectation is about.
        public enum Subject: Sendable, Hashable {
            /// What is demanded of the requests that a query finds.
            case requests(Journal.Query, Demands)
            /// For each query a request that came after the one before; others may come between.
            case inOrder([Journal.Query])
            /// How many requests may have gone unanswered or broken HTTP; none if nothing is said.
            case unexpected(Count)
        }

        /// An expectation about this.
        public init(_ subject: Subject) { self.subject = subject }

        /// Demands on the requests that a query finds; at least one must have arrived if neither number is given.
        public static func requests(
            _ query: Journal.Query,
            count: Count? = nil,
            attempts: Count? = nil,
            gaps: [Gap] = [],
            same: [Part] = [],
            within: Duration? = nil,
            endedBy: Side? = nil,
        ) -> Expectation {
            Expectation(
                .requests(
                    query,
                    Demands(
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

        /// For each query a request that came after the one before; others may come between.
        public static func inOrder(_ queries: Journal.Query...) -> Expectation { Expectation(.inOrder(queries)) }

        /// How many requests may have gone unanswered or broken HTTP; none if nothing is said.
        public static func unexpected(_ count: Count) -> Expectation { Expectation(.unexpected(count)) }
    }
}

extension Scenario.Expectation {
    /// What is demanded of some requests; every part that is there must hold.
    public struct Demands: Sendable, Hashable {
        /// How many arrived.
        public var count: Count?
        /// How many the client itself sent, without those that its network stack sent again on a dead connection.
        public var attempts: Count?
        /// How long the client waited between the end of one answer and its next attempt, pair by pair.
        public var gaps: [Gap]
        /// What is there, and equal, in every one of them.
        public var same: [Part]
        /// Only what arrives in that time from the start counts.
        public var within: Duration?
        /// Who ended every one of these exchanges.
        public var endedBy: Side?

        /// Demands that are all met.
        public init(
            count: Count? = nil,
            attempts: Count? = nil,
            gaps: [Gap] = [],
            same: [Part] = [],
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
        /// Not shorter.
        public var atLeast: Duration?
        /// Not longer.
        public var atMost: Duration?

        /// A gap within these bounds.
        public init(atLeast: Duration? = nil, atMost: Duration? = nil) {
            self.atLeast = atLeast
            self.atMost = atMost
        }

        /// Not shorter than that.
        public static func atLeast(_ duration: Duration) -> Gap { Gap(atLeast: duration) }
        /// Not longer than that.
        public static func atMost(_ duration: Duration) -> Gap { Gap(atMost: duration) }
    }

    /// A part of a request that is compared with the same part of another.
    public enum Part: Sendable, Hashable {
        /// Every value of the header of that name, in order.
        case header(String)
        /// Every value of the query parameter of that name, in order.
        case query(String)
        /// The bytes of the body.
        case body
        /// The request target as it was written.
        case target
    }

    /// An end of the connection.
    public enum Side: String, Sendable, Hashable, CaseIterable {
        /// The client closed or reset the connection before it had its answer.
        case client
        /// The answer was sent whole, or cut off as the scenario says.
        case server
    }

    /// A number, or bounds for one.
    public struct Count: Sendable, Hashable, ExpressibleByIntegerLiteral {
        /// Not fewer.
        public var min: Int
        /// Not more; nil for any number.
        public var max: Int?

        /// Bounds, both included.
        public init(min: Int = 0, max: Int? = nil) {
            self.min = min
            self.max = max
        }

        /// Exactly that many.
        public init(integerLiteral value: Int) { self.init(min: value, max: value) }

        /// Exactly that many.
        public static func exactly(_ count: Int) -> Count { Count(min: count, max: count) }
        /// That many or more.
        public static func atLeast(_ count: Int) -> Count { Count(min: count) }
        /// None to that many.
        public static func atMost(_ count: Int) -> Count { Count(max: count) }

        func contains(_ count: Int) -> Bool { count >= min && count <= max ?? .max }
    }
}

extension Scenario.Expectation.Count: CustomStringConvertible {
    /// As it is shown to people: `3`, `at least 2`, `1 to 4`.
    public var description: String {
        switch (min, max) {
        case (let min, nil): "at least \(min)"
        case (let min, let max?) where min == max: "\(min)"
        case (0, let max?): "at most \(max)"
        case (let min, let max?): "\(min) to \(max)"
        }
    }
}

extension Scenario.Expectation.Part {
    /// What is compared; nil where the request has nothing of the kind.
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

    /// What differs, for a report: secrets are not told, and of a body its size.
    func shown(_ entry: Journal.Entry, _ redaction: Redaction) -> String {
        switch self {
        case .header(let name):
            return entry.shownValues(of: name, redaction).map { "\"\($0)\"" }.joined(separator: ", ")
        case .query, .target: return "\"\(entry.shownTarget(redaction))\""
        case .body: return "\(entry.body.length) bytes"
        }
    }

    private static func parameters(_ name: String, in entry: Journal.Entry) -> [[UInt8]] {
        guard let query = RawHead(entry.rawHead).head.query else { return [] }
        let wanted = Array(name.utf8)
        return Scenario.Condition.queryItems(Array(entry.rawHead[query.range]))
            .compactMap { $0.name == wanted ? $0.value : nil }
    }
}

extension Scenario.Expectation: CustomStringConvertible {
    /// In one line, as it is written: `get /me: count 2, gaps at least 1 s`.
    public var description: String {
        switch subject {
        case .requests(let query, let demands): "\(query): \(demands)"
        case .inOrder(let queries): "in order: " + queries.map { "\($0)" }.joined(separator: ", ")
        case .unexpected(let count): "unexpected: \(count)"
        }
    }
}

extension Scenario.Expectation.Demands: CustomStringConvertible {
    /// In one line.
    public var description: String {
        var parts: [String] = []
        if let count { parts.append("count \(count)") }
        if let attempts { parts.append("attempts \(attempts)") }
        if count == nil, attempts == nil { parts.append("count at least 1") }
        if !gaps.isEmpty { parts.append("gaps " + gaps.map { "\($0)" }.joined(separator: ", ")) }
        if !same.isEmpty { parts.append("same " + same.map { "\($0)" }.joined(separator: ", ")) }
        if let within { parts.append("within \(within.shown)") }
        if let endedBy { parts.append("ended by the \(endedBy.rawValue)") }
        return parts.joined(separator: ", ")
    }
}

extension Scenario.Expectation.Gap: CustomStringConvertible {
    /// `at least 1 s`, `0.5 s to 2 s`.
    public var description: String {
        switch (atLeast, atMost) {
        case (let least?, let most?): "\(least.shown) to \(most.shown)"
        case (let least?, nil): "at least \(least.shown)"
        case (nil, let most?): "at most \(most.shown)"
        case (nil, nil): "of any length"
        }
    }
}

extension Scenario.Expectation.Part: CustomStringConvertible {
    /// As it is written: `header:Idempotency-Key`.
    public var description: String {
        switch self {
        case .header(let name): "header:\(name)"
        case .query(let name): "query:\(name)"
        case .body: "body"
        case .target: "target"
        }
    }
}
