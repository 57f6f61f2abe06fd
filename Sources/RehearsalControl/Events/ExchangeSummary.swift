import Rehearsal

/// A writer of exchanges as JSON objects of an event, without headers and bodies.
///
/// It writes bytes, because a busy server has thousands of exchanges a second. The texts that many exchanges share are
/// redacted and escaped once for each writer. A writer is used for one batch only, because later exchanges may reveal
/// that a text is a secret.
struct ExchangeSummaryWriter {
    /// The start of the session, from which times are measured.
    let startedAt: Int64
    let redaction: Redaction
    private var requests: [RequestLine: [UInt8]] = [:]
    private var texts: [String: [UInt8]] = [:]

    private struct RequestLine: Hashable {
        let method: String
        let target: String
        let version: String
    }

    /// The maximum number of characters of a target. The detail of the exchange has the whole target.
    private static let maximumTarget = 400

    init(startedAt: Int64, redaction: Redaction) {
        (self.startedAt, self.redaction) = (startedAt, redaction)
    }

    /// Appends an exchange.
    mutating func append(_ entry: Journal.Entry, to bytes: inout [UInt8]) {
        append("{\"number\":", entry.ordinal, to: &bytes)
        append(",\"connection\":", entry.connection, to: &bytes)
        append(",\"exchange\":", entry.exchange, to: &bytes)
        append(",\"at\":", Int((entry.at - startedAt) / 1_000), to: &bytes)
        bytes += request(of: entry)
        append(",\"decision\":", entry.decision.name, to: &bytes)
        append(",\"status\":", entry.status, to: &bytes)
        append(",\"requestBytes\":", entry.body.length, to: &bytes)
        append(",\"replyBytes\":", entry.written, to: &bytes)
        append(",\"duration\":", entry.endAt.map { Int(($0 - entry.at) / 1_000) }, to: &bytes)
        append(",\"end\":", entry.end?.name ?? "null", to: &bytes)
        // Most exchanges have none of these members.
        if let endpoint = entry.endpoint { append(",\"endpoint\":", text: endpoint, to: &bytes) }
        if let fault = entry.fault { append(",\"fault\":", text: fault, to: &bytes) }
        if let policy = entry.policy { append(",\"policy\":", text: policy, to: &bytes) }
        if let violation = violation(of: entry) {
            append(",\"violation\":", text: Self.shortened(violation), to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func violation(of entry: Journal.Entry) -> String? {
        guard entry.violation != nil else { return nil }
        // The redaction of a note needs the secrets in the header fields.
        var entry = entry
        entry.readFields()
        return redaction.note(entry.violation, about: entry)
    }

    /// Returns the members of the method and the target.
    private mutating func request(of entry: Journal.Entry) -> [UInt8] {
        let line = RequestLine(method: entry.method, target: entry.target, version: entry.version)
        if let known = requests[line] { return known }
        let target = Self.shortened(entry.redactedTarget(redaction))
        var bytes = Array(",\"method\":".utf8) + JSON.string(entry.redactedMethod).printableBytes()
        bytes += Array(",\"target\":".utf8) + JSON.string(target).printableBytes()
        requests[line] = bytes
        return bytes
    }

    private func append(_ name: StaticString, _ number: Int?, to bytes: inout [UInt8]) {
        guard let number else { return append(name, "null", to: &bytes) }
        name.withUTF8Buffer { bytes += $0 }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Appends a member whose value is a JSON text already.
    private func append(_ name: StaticString, _ value: StaticString, to bytes: inout [UInt8]) {
        name.withUTF8Buffer { bytes += $0 }
        value.withUTF8Buffer { bytes += $0 }
    }

    private mutating func append(_ name: StaticString, text: String, to bytes: inout [UInt8]) {
        name.withUTF8Buffer { bytes += $0 }
        if let known = texts[text] {
            bytes += known
            return
        }
        let escaped = JSON.string(text).printableBytes()
        texts[text] = escaped
        bytes += escaped
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= maximumTarget ? text : text.prefix(maximumTarget) + "…"
    }
}

extension Journal.Decision {
    /// The name as a JSON text.
    fileprivate var name: StaticString {
        switch self {
        case .pending: "\"pending\""
        case .reply: "\"reply\""
        case .unmatched: "\"unmatched\""
        case .exhausted: "\"exhausted\""
        case .refused: "\"refused\""
        }
    }
}

extension Journal.End {
    /// The name as a JSON text.
    fileprivate var name: StaticString {
        switch self {
        case .completed: "\"completed\""
        case .resetByClient: "\"resetByClient\""
        case .closedByClient: "\"closedByClient\""
        case .fault: "\"fault\""
        case .timeout: "\"timeout\""
        case .stopped: "\"stopped\""
        }
    }
}
