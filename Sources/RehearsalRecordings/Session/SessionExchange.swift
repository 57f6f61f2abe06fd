package import Rehearsal
package import RehearsalDocuments

/// One exchange with a backend of ours, as its bytes went over the wire: secrets are taken out when it is written.
package struct SessionExchange: Sendable {
    package var entry: Journal.Entry
    /// What the client was sent; nil if that is nothing, or nobody knows.
    package var reply: Reply?
    /// What the kernel took of the reply.
    package var sent: Journal.SentReply?
    /// When the first byte of the request was read, in nanoseconds since 1970.
    package var startedAt: Int64
    /// Of the backend, for requests that name none: `http://127.0.0.1:8080`.
    package var origin: String

    package init(
        _ entry: Journal.Entry,
        _ reply: Reply?,
        _ sent: Journal.SentReply?,
        startedAt: Int64,
        origin: String
    ) {
        (self.entry, self.reply, self.sent) = (entry, reply, sent)
        (self.startedAt, self.origin) = (startedAt, origin)
    }

    /// What a client could make of the bytes that it was sent.
    package struct Reply: Sendable {
        package var version: String
        /// 0 where no head went out, or not all of it.
        package var status: Int
        package var reason: String
        package var headers: Scenario.Headers
        /// Before content decoding.
        package var body: [UInt8]
        package var headLength: Int
        /// Whether all of it is here.
        package var isWhole: Bool
        /// Whether it begins like HTTP.
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
            (self.isWhole, self.isHTTP) = (isWhole, isHTTP)
        }
    }

    /// When the last byte of the request had come, or the first of the reply had gone.
    private var sendEnd: Int64 {
        let last = entry.bodyAt ?? entry.headAt ?? entry.at
        return max(entry.at, min(last, sent?.firstAt ?? last, end))
    }

    private var end: Int64 { max(entry.endAt ?? entry.at, sent?.lastAt ?? entry.at) }

    /// How long it took, in nanoseconds: until the request was there, the reply began, all was over.
    package var times: (send: Int64, wait: Int64, receive: Int64) {
        let first = min(max(sent?.firstAt ?? end, sendEnd), max(end, sendEnd))
        return (sendEnd - entry.at, first - sendEnd, max(0, end - first))
    }

    /// What is said of an exchange of which not all went as HTTP has it; nil for the others.
    package var error: String? {
        if sent?.hasGap == true { return "not all that was sent was kept: the exchanges came too fast" }
        let isWhole = reply?.isWhole == true && (reply?.status ?? 0) > 0
        if isWhole { return nil }
        switch entry.end {
        case .fault: return "\(Journal.End.fault.shown): \(entry.fault ?? "its network")"
        case .completed where reply?.isHTTP == false: return "what was sent is no HTTP"
        case .completed where isCut: return "only the first \(sent?.bytes.count ?? 0) bytes of the reply were kept"
        case .completed: return "the reply ended before its end"
        case let end?: return end.shown
        case nil: return "still open"
        }
    }

    /// Whether there was more than is kept.
    private var isCut: Bool { sent.map { $0.length > $0.bytes.count } ?? false }

    /// Whether more was sent than is known here, so that nobody can send it again.
    var isUnkept: Bool { sent?.isWhole == false }

    /// What it is replayed as where no whole head went out; nil for what nobody can play.
    package var failure: RecordedExchange.Failure? {
        if isUnkept || (reply?.status ?? 0) > 0 { return nil }
        if reply?.isHTTP == false { return .malformed }
        if sent != nil { return .incomplete }
        let fault = entry.fault ?? ""
        switch entry.end {
        case .fault: return fault.hasPrefix("reset") ? .reset : .incomplete
        case .closedByClient, .resetByClient: return fault.hasPrefix("stall") ? .timeout : nil
        default: return nil
        }
    }
}
