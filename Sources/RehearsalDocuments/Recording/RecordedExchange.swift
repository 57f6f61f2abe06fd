package import Rehearsal

/// One exchange with a real backend, as its bytes came: what is made of it is the writer's business.
package struct RecordedExchange: Sendable {
    package var method: String
    /// Absolute, and the backend's own: `https://api.example.com/users?page=2`.
    package var url: String
    /// As they were received from the client, in order.
    package var requestHeaders: Scenario.Headers
    /// After transfer decoding, before content decoding.
    package var requestBody: [UInt8]
    package var outcome: Outcome
    /// Milliseconds since 1970.
    package var startedAt: Int64
    package var duration: Duration
    /// What somebody has noted about it.
    package var comments = RecordedComments()

    /// The most that is kept of a body; of a longer one the beginning is: 64 MiB.
    package static let bodyLimit = 64 << 20

    package init(
        method: String,
        url: String,
        requestHeaders: Scenario.Headers = Scenario.Headers([]),
        requestBody: [UInt8] = [],
        outcome: Outcome,
        startedAt: Int64 = 0,
        duration: Duration = .zero
    ) {
        self.method = method
        self.url = url
        self.requestHeaders = requestHeaders
        self.requestBody = requestBody
        self.outcome = outcome
        self.startedAt = startedAt
        self.duration = duration
    }

    /// The size of its bodies, in bytes.
    package var size: Int {
        guard case .reply(let reply) = outcome else { return requestBody.count }
        return requestBody.count + reply.body.count
    }

    /// How the backend's side of an exchange ended.
    package enum Outcome: Sendable {
        case reply(Reply)
        /// No reply came, for this reason; the detail is for people: `Connection refused`.
        case failure(Failure, detail: String)
    }

    /// What the backend answered.
    package struct Reply: Sendable {
        package var status: Int
        package var reason: String
        /// As they were received, in order.
        package var headers: Scenario.Headers
        /// After transfer decoding, before content decoding.
        package var body: [UInt8]
        /// Whether all of it came, and all of it was kept.
        package var isWhole: Bool

        package init(
            status: Int,
            reason: String = "",
            headers: Scenario.Headers = Scenario.Headers([]),
            body: [UInt8] = [],
            isWhole: Bool = true
        ) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.body = body
            self.isWhole = isWhole
        }
    }

    /// Why no reply came.
    package enum Failure: String, Sendable, Hashable, CaseIterable {
        /// Nobody listens there.
        case refused
        /// The name of the host leads nowhere.
        case dns
        case timeout
        /// The backend reset the connection before it answered.
        case reset
        /// No TLS connection came about.
        case tls
        /// What came is no HTTP.
        case malformed
        /// The connection ended inside the head of the reply.
        case incomplete
    }
}

extension RecordedExchange.Failure {
    /// What a client sees again of an exchange that ended so.
    ///
    /// Nobody can refuse one connection and not the next, and no answer of a backend is a name that leads nowhere: what
    /// happened before there was a connection is a connection that is lost before the reply.
    package var reply: Scenario.Reply {
        var reply = Scenario.Reply(502)
        reply.faults =
            switch self {
            case .refused, .dns, .tls, .reset: [Fault(.reset, at: .beforeHead)]
            case .timeout: [Fault(.stall(), at: .beforeHead)]
            case .malformed:
                [Fault(.replaceBytes(Array("?\r\n\r\n".utf8)), at: .head(.bytes(0))), Fault(.close, at: .end)]
            case .incomplete: [Fault(.close, at: .head())]
            }
        return reply
    }

    /// In words, for a table.
    package var summary: String {
        switch self {
        case .refused: "connection refused"
        case .dns: "host not found"
        case .timeout: "timed out"
        case .reset: "connection reset"
        case .tls: "no TLS connection"
        case .malformed: "no HTTP"
        case .incomplete: "ended in the head"
        }
    }
}
