package import Rehearsal

/// An exchange with a real backend, with the bytes that were received.
package struct RecordedExchange: Sendable {
    package var method: String
    /// The absolute URL at the backend: `https://api.example.com/users?page=2`.
    package var url: String
    /// The header fields as received from the client, in order.
    package var requestHeaders: Scenario.Headers
    /// The body after transfer decoding and before content decoding.
    package var requestBody: [UInt8]
    package var outcome: Result
    /// The start of the exchange, in milliseconds since 1970.
    package var startedAt: Int64
    package var duration: Duration
    /// The comments on the exchange and its parts.
    package var comments = RecordedComments()

    /// The maximum size of a recorded body, 64 MiB; a longer body is truncated.
    package static let bodyLimit = 64 << 20

    package init(
        method: String,
        url: String,
        requestHeaders: Scenario.Headers = Scenario.Headers([]),
        requestBody: [UInt8] = [],
        outcome: Result,
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

    /// The size of both bodies, in bytes.
    package var size: Int {
        guard case .reply(let reply) = outcome else { return requestBody.count }
        return requestBody.count + reply.body.count
    }

    /// The result of the exchange with the backend.
    package enum Result: Sendable {
        case reply(Reply)
        /// A failure without a reply; the detail is the system's text, such as `Connection refused`.
        case failure(Failure, detail: String)
    }

    /// The backend's reply.
    package struct Reply: Sendable {
        package var status: Int
        package var reason: String
        /// The header fields as received, in order.
        package var headers: Scenario.Headers
        /// The body after transfer decoding and before content decoding.
        package var body: [UInt8]
        /// Whether the body was received completely and recorded completely.
        package var isComplete: Bool

        package init(
            status: Int,
            reason: String = "",
            headers: Scenario.Headers = Scenario.Headers([]),
            body: [UInt8] = [],
            isComplete: Bool = true
        ) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.body = body
            self.isComplete = isComplete
        }
    }

    /// The reason why no reply was received.
    package enum Failure: String, Sendable, Hashable, CaseIterable {
        /// The backend refused the connection.
        case refused
        /// The host name could not be resolved.
        case dns
        case timeout
        /// The backend reset the connection before it answered.
        case reset
        /// The TLS handshake failed.
        case tls
        /// The bytes received were not HTTP.
        case malformed
        /// The connection ended inside the head of the reply.
        case incomplete
    }
}

extension RecordedExchange.Failure {
    /// The reply that replays the failure.
    ///
    /// A replay cannot refuse single connections, and cannot make a host name unknown. A failure that prevented the
    /// connection is therefore replayed as a reset of the connection before the reply.
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

    /// The failure in a few words, for a table.
    package var summary: String {
        switch self {
        case .refused: "connection refused"
        case .dns: "host not found"
        case .timeout: "timed out"
        case .reset: "connection reset"
        case .tls: "TLS handshake failed"
        case .malformed: "not HTTP"
        case .incomplete: "incomplete head"
        }
    }
}
