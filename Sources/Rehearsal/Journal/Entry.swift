extension Journal {
    /// An exchange: the request as it arrived, the decision about it, and its end.
    ///
    /// Times are nanoseconds of a monotonic clock; only their differences have a meaning.
    public struct Entry: Sendable {
        /// The position in the order of recording, from 0.
        public var ordinal: Int
        /// The name of the session.
        public var session: String
        /// The number of the connection in the session, from 0.
        public var connection: Int
        /// The number of the exchange on its connection, from 0.
        public var exchange: Int

        /// The time at which the server read the first byte of the request.
        public var at: Int64
        /// The time at which the head was complete.
        public var headAt: Int64?
        /// The time at which the body was complete.
        public var bodyAt: Int64?
        /// The time at which the exchange ended.
        public var endAt: Int64?

        /// The method as the client sent it.
        public var method: String
        /// The request target as the client sent it (RFC 9112 §3.2).
        public var target: String
        /// The HTTP version as the client sent it: `HTTP/1.1`.
        public var version: String
        /// The headers with their order, case and repetitions.
        public var headers: Scenario.Headers
        /// The exact bytes of the head, including its final empty line.
        public var rawHead: [UInt8]
        /// The request body.
        public var body: Body

        /// The endpoint that matched, by method and path: `get /users/{id}`; or the policy that answered.
        public var endpoint: String?
        /// The decision about the request.
        public var decision: Decision
        /// The injected fault: `reset at beforeHead`.
        public var fault: String?
        /// The decision of a policy and its reason: `auth: the token has expired`.
        public var policy: String?
        /// The status of the reply; nil before the decision, or if the server sends no head.
        public var status: Int?
        /// The number of bytes of the reply that the kernel accepted.
        public var written: Int
        /// The end of the exchange; nil while it is open.
        public var end: End?
        /// The time at which the server read the client's FIN or RST.
        public var peerClosedAt: Int64?
        /// The HTTP rule that the request violated, with its section.
        public var violation: String?
        /// Names of cookies that no reply of this session sets.
        ///
        /// They belong to another server: all servers of a host share cookies, whatever their ports (RFC 6265 §8.5).
        public var foreignCookies: [String] = []
        /// The longest delay of the server in reading the request or sending its reply; zero if not measured.
        package var latency = Duration.zero
        /// The parts of the request that its reply or later replies may repeat.
        package var echo = RequestEcho.unknown
        /// For an unexpected request: the nearest endpoints and their differences.
        public var nearest: [String]

        /// Whether no reply of the scenario answered this request.
        public var isUnexpected: Bool { decision.isUnexpected }

        /// Creates an exchange from the bytes of its head, which may be malformed.
        ///
        /// - Parameter readsFields: whether to read the header fields. Without them, ``readFields()`` reads them later.
        package init(
            ordinal: Int,
            session: String,
            connection: Int,
            exchange: Int,
            at: Int64,
            headAt: Int64?,
            rawHead: [UInt8],
            readsFields: Bool = true,
        ) {
            (self.ordinal, self.session, self.connection, self.exchange) = (ordinal, session, connection, exchange)
            (self.at, self.headAt, self.rawHead) = (at, headAt, rawHead)
            let head = RawHead(rawHead, readsFields: readsFields).head
            let text = { (slice: RequestHead.Slice) in String(decoding: rawHead[slice.range], as: UTF8.self) }
            (method, target, version) = (text(head.method), text(head.target), text(head.version))
            headers = Scenario.Headers(head.fields.map { Scenario.Headers.Field(text($0.name), text($0.value)) })
            body = Body()
            decision = .pending
            written = 0
            nearest = []
        }
    }

    /// The body of a request as it arrived.
    public struct Body: Sendable, Hashable {
        /// The number of bytes that arrived, without the framing of a transfer coding.
        public var length: Int
        /// The first bytes, up to the limit of the journal.
        public var kept: [UInt8]
        /// The FNV-1a hash of all bytes, 64 bits.
        public var hash: UInt64
        /// Whether the body is complete according to its framing.
        public var isComplete: Bool

        package init(length: Int = 0, kept: [UInt8] = [], hash: UInt64 = 0, isComplete: Bool = true) {
            self.length = length
            self.kept = kept
            self.hash = hash
            self.isComplete = isComplete
        }
    }

    /// A decision about a request.
    public enum Decision: UInt8, Sendable, Hashable {
        /// The server has not decided yet, for example because the match depends on the body.
        case pending
        /// An endpoint or a policy replied.
        case reply
        /// No endpoint matched, and the server replied 501.
        case unmatched
        /// The endpoint that matched had no more replies, and the server replied 501.
        case exhausted
        /// The request violated a rule of HTTP, or a limit.
        case refused

        /// Whether no reply of the scenario answered the request.
        package var isUnexpected: Bool { self == .unmatched || self == .exhausted }
    }

    /// The end of an exchange.
    public enum End: UInt8, Sendable, Hashable {
        /// The kernel accepted the whole reply.
        case completed
        /// The client reset the connection.
        case resetByClient
        /// The client closed the connection.
        case closedByClient
        /// A fault of the scenario ended the exchange.
        case fault
        /// The server timed out waiting for the client.
        case timeout
        /// The server stopped before the exchange was complete.
        case stopped
    }
}

extension Journal.Entry {
    /// The target without a trailing empty query, which libcurl drops when it retries a request.
    package var normalizedTarget: Substring { target.hasSuffix("?") ? target.dropLast() : target[...] }

    /// Reads the header fields of an exchange that was created without them.
    package mutating func readFields() {
        let text = { [rawHead] (slice: RequestHead.Slice) in String(decoding: rawHead[slice.range], as: UTF8.self) }
        let fields = RawHead(rawHead).head.fields
        headers = Scenario.Headers(fields.map { Scenario.Headers.Field(text($0.name), text($0.value)) })
    }

    var wasLostOnReusedConnection: Bool { exchange > 0 && written == 0 && end == .fault }

    /// Returns the time since the end of an earlier reply to the same request, in nanoseconds.
    ///
    /// The server reads the clock before the kernel accepts the last byte, so the client waited at most this long.
    func delay(after earlier: Journal.Entry) -> Int64 {
        guard let endAt = earlier.endAt, endAt <= at else { return at - earlier.at }
        return at - endAt
    }

    /// The side that ended the exchange; nil while it is open.
    var side: Scenario.Expectation.Side? {
        switch end {
        case .resetByClient, .closedByClient: .client
        case .completed, .fault, .timeout, .stopped: .server
        case nil: nil
        }
    }
}
