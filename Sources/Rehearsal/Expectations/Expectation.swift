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
}
