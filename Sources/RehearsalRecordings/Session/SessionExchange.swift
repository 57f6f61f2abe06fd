package import Rehearsal
package import RehearsalDocuments

/// One exchange of a session with the bytes that were sent. Secrets are redacted when it is written.
package struct SessionExchange: Sendable {
    package var entry: Journal.Entry
    /// The reply that the client received; nil if there was none, or if its bytes were not recorded.
    package var parsedReply: Reply?
    /// The bytes that the kernel accepted for sending.
    package var sent: Journal.SentBytes?
    /// The time at which the first byte of the request was read, in nanoseconds since 1970.
    package var startedAtNanoseconds: Int64
    /// The origin of the server, for requests without a host: `http://127.0.0.1:8080`.
    package var origin: String

    package init(
        _ entry: Journal.Entry,
        _ reply: Reply?,
        _ sent: Journal.SentBytes?,
        startedAt: Int64,
        origin: String
    ) {
        (self.entry, self.parsedReply, self.sent) = (entry, reply, sent)
        (self.startedAtNanoseconds, self.origin) = (startedAt, origin)
    }

    /// The reply that a client parses from the bytes that were sent.
    package struct Reply: Sendable {
        package var version: String
        /// The status code; 0 if the head was not sent completely.
        package var status: Int
        package var reason: String
        package var headers: Scenario.Headers
        /// The body before content decoding.
        package var body: [UInt8]
        package var headLength: Int
        /// Whether the reply is complete.
        package var isComplete: Bool
        /// Whether the bytes begin like an HTTP response.
        package var isHTTP: Bool

        package init(
            version: String = "HTTP/1.1",
            status: Int,
            reason: String = "",
            headers: Scenario.Headers = Scenario.Headers([]),
            body: [UInt8] = [],
            headLength: Int = 0,
            isWhole: Bool = true,
            isHTTP: Bool = true
        ) {
            (self.version, self.status, self.reason) = (version, status, reason)
            (self.headers, self.body, self.headLength) = (headers, body, headLength)
            (self.isComplete, self.isHTTP) = (isWhole, isHTTP)
        }
    }

    /// The time of the last byte of the request, or of the first byte of the reply if that was earlier.
    private var sendEnd: Int64 {
        let last = entry.bodyAt ?? entry.headAt ?? entry.at
        return max(entry.at, min(last, sent?.firstAt ?? last, end))
    }

    private var end: Int64 { max(entry.endAt ?? entry.at, sent?.lastAt ?? entry.at) }

    /// The durations in nanoseconds: until the request was complete, until the reply began, until it ended.
    package var times: (send: Int64, wait: Int64, receive: Int64) {
        let first = min(max(sent?.firstAt ?? end, sendEnd), max(end, sendEnd))
        return (sendEnd - entry.at, first - sendEnd, max(0, end - first))
    }

    /// The reason why the exchange is not a complete HTTP exchange; nil if it is.
    package var error: String? {
        if sent?.hasLoss == true { return "a part of the reply was not recorded, because exchanges arrived too fast" }
        let isWhole = parsedReply?.isComplete == true && (parsedReply?.status ?? 0) > 0
        if isWhole { return nil }
        switch entry.end {
        case .fault: return "\(Journal.End.fault.displayText): \(entry.fault ?? "its \"network\"")"
        case .completed where parsedReply?.isHTTP == false: return "the reply is not valid HTTP"
        case .completed where isTruncated:
            return "only the first \(sent?.bytes.count ?? 0) bytes of the reply were recorded"
        case .completed: return "the reply is incomplete"
        case let end?: return end.displayText
        case nil: return "still open"
        }
    }

    /// Whether the reply was longer than the recorded part.
    private var isTruncated: Bool { sent.map { $0.length > $0.bytes.count } ?? false }

    /// Whether bytes of the reply are missing, so that it cannot be replayed.
    var hasMissingBytes: Bool { sent?.isComplete == false }

    /// The failure that a replay uses for an exchange without a complete reply head; nil if it cannot be replayed.
    package var failure: RecordedExchange.Failure? {
        if hasMissingBytes || (parsedReply?.status ?? 0) > 0 { return nil }
        if parsedReply?.isHTTP == false { return .malformed }
        if sent != nil { return .incomplete }
        let fault = entry.fault ?? ""
        switch entry.end {
        case .fault: return fault.hasPrefix("reset") ? .reset : .incomplete
        case .closedByClient, .resetByClient: return fault.hasPrefix("stall") ? .timeout : nil
        default: return nil
        }
    }
}
