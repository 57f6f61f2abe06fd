extension Journal {
    /// One exchange: the request as it arrived, what was decided, and how it ended.
    ///
    /// Instants are nanoseconds of one monotonic clock; only their differences mean anything.
    public struct Entry: Sendable {
        /// The order in which exchanges were entered, from 0.
        public var ordinal: Int
        /// The name of the session.
        public var session: String
        /// Which connection of the session, from 0.
        public var connection: Int
        /// Which exchange on that connection, from 0.
        public var exchange: Int

        /// The first byte of the request was read.
        public var at: Int64
        /// The head was complete.
        public var headAt: Int64?
        /// The body was complete.
        public var bodyAt: Int64?
        /// Nothing more was to happen.
        public var endAt: Int64?

        /// As it was written.
        public var method: String
        /// The request target as it was written (RFC 9112 §3.2).
        public var target: String
        /// `HTTP/1.1`, as it was written.
        public var version: String
        /// In the order, the case and the number in which they arrived.
        public var headers: Scenario.Headers
        /// The head byte for byte, up to and with its empty line.
        public var rawHead: [UInt8]
        /// What followed the head.
        public var body: Body

        /// The endpoint that was asked, as it is written in the scenario: `get /users/{id}`;
        /// or the policy that answered.
        public var endpoint: String?
        /// What was decided about it.
        public var decision: Decision
        /// What went wrong on purpose: `reset at beforeHead`.
        public var fault: String?
        /// What a policy of the scenario decided about it, and why: `auth: the token has expired`.
        public var policy: String?
        /// The status that was decided on; nil while nothing is, and where no head is sent.
        public var status: Int?
        /// Bytes of the reply that the kernel took.
        public var written: Int
        /// How it ended; nil while it is open.
        public var end: End?
        /// The client's FIN or RST was read.
        public var peerClosedAt: Int64?
        /// The rule that the request broke, with its section.
        public var violation: String?
        /// Names of cookies that no reply of this session sets: they are of another server whose cookies the client
        /// shares, as all servers of one host do, whatever their ports (RFC 6265 §8.5).
        public var foreignCookies: [String] = []
        /// The longest time by which the server read the request, or sent its reply, too late; zero where not measured.
        package var lateness = Duration.zero
        /// For an unexpected request: the endpoints that came nearest, and what differed.
        public var nearest: [String]

        /// Whether nothing in the scenario answered this request.
        public var isUnexpected: Bool { decision.isUnexpected }

        /// An exchange of which only the head is known; what the head says is read from it as far as it can be read.
        package init(
            ordinal: Int,
            session: String,
            connection: Int,
            exchange: Int,
            at: Int64,
            headAt: Int64?,
            rawHead: [UInt8],
        ) {
            (self.ordinal, self.session, self.connection, self.exchange) = (ordinal, session, connection, exchange)
            (self.at, self.headAt, self.rawHead) = (at, headAt, rawHead)
            let head = RawHead(rawHead).head
            let text = { (slice: RequestHead.Slice) in String(decoding: rawHead[slice.range], as: UTF8.self) }
            (method, target, version) = (text(head.method), text(head.target), text(head.version))
            headers = Scenario.Headers(head.fields.map { Scenario.Headers.Field(text($0.name), text($0.value)) })
            body = Body()
            decision = .pending
            written = 0
            nearest = []
        }
    }

    /// What arrived after the head.
    public struct Body: Sendable, Hashable {
        /// Bytes that arrived, with the framing of a transfer coding taken off.
        public var length: Int
        /// The first of them, up to what the journal keeps.
        public var kept: [UInt8]
        /// FNV-1a, 64 bits, of all of them.
        public var hash: UInt64
        /// Whether the request's framing says that this is all.
        public var isComplete: Bool

        package init(length: Int = 0, kept: [UInt8] = [], hash: UInt64 = 0, isComplete: Bool = true) {
            self.length = length
            self.kept = kept
            self.hash = hash
            self.isComplete = isComplete
        }
    }

    /// What was decided about a request.
    public enum Decision: UInt8, Sendable, Hashable {
        /// Nothing yet: the head is there and the body decides.
        case pending
        /// An endpoint replied.
        case reply
        /// No endpoint matched: 501.
        case unmatched
        /// The endpoint that matched had no reply left: 501.
        case exhausted
        /// The request broke a rule of HTTP, or a limit.
        case refused

        /// Whether nothing in the scenario answered.
        package var isUnexpected: Bool { self == .unmatched || self == .exhausted }
    }

    /// How an exchange ended.
    public enum End: UInt8, Sendable, Hashable {
        /// The reply was handed over whole.
        case completed
        case resetByClient
        case closedByClient
        /// As the scenario's fault said.
        case fault
        /// The client was silent for too long.
        case timeout
        /// The backend stopped first.
        case stopped
    }
}

extension Journal.Entry {
    /// The target without a question mark that nothing follows, which libcurl drops when it sends a request again.
    package var resource: Substring { target.hasSuffix("?") ? target.dropLast() : target[...] }

    var wasLostOnReuse: Bool { exchange > 0 && written == 0 && end == .fault }

    /// From the end of an earlier answer to this request, in nanoseconds.
    ///
    /// The end is read from the clock before the last byte is handed over,
    /// so the client has waited no longer than this.
    func waited(after earlier: Journal.Entry) -> Int64 {
        guard let endAt = earlier.endAt, endAt <= at else { return at - earlier.at }
        return at - endAt
    }

    var side: Scenario.Expectation.Side? {
        switch end {
        case .resetByClient, .closedByClient: .client
        case .completed, .fault, .timeout, .stopped: .server
        case nil: nil
        }
    }
}
