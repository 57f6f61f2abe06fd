import Rehearsal
import RehearsalServer

/// A writer of exchanges as JSON objects of an event, without headers and bodies.
///
/// It writes bytes, because a busy server has thousands of exchanges a second. The texts that many exchanges share are
/// redacted and escaped once for each writer. A writer is used for one batch only, because later exchanges may reveal
/// that a text is a secret.
struct ExchangeSummaryWriter {
    /// The start of the session, from which times are measured.
    private let startedAt: Int64
    private let redaction: Redaction
    private let entries: [Journal.Entry]
    /// The written texts of the entries, by index.
    private var texts: [Texts?]

    /// The members with the texts of an entry.
    private struct Texts {
        /// The method and the target.
        var request: [UInt8]
        /// The endpoint, the fault, the policy and the violation, if there are any, and the end of the object.
        var rest: [UInt8]
    }

    /// The maximum number of characters of a target. The detail of the exchange has the whole target.
    private static let maximumTarget = 400

    /// Creates a writer for a batch.
    init(_ batch: JournalChanges.Batch, startedAt: Int64, redaction: Redaction) {
        (self.startedAt, self.redaction, entries) = (startedAt, redaction, batch.entries)
        texts = Array(repeating: nil, count: batch.entries.count)
    }

    /// Appends an exchange of the batch.
    mutating func append(_ exchange: ExchangeSummary, to bytes: inout [UInt8]) {
        let texts = texts(at: exchange.entry)
        append("{\"number\":", exchange.ordinal, to: &bytes)
        append(",\"connection\":", exchange.connection, to: &bytes)
        append(",\"exchange\":", exchange.exchange, to: &bytes)
        append(",\"at\":", Int((exchange.at - startedAt) / 1_000), to: &bytes)
        bytes += texts.request
        append(",\"decision\":", exchange.decision.name, to: &bytes)
        append(",\"status\":", exchange.status, to: &bytes)
        append(",\"requestBytes\":", exchange.requestBytes, to: &bytes)
        append(",\"replyBytes\":", exchange.replyBytes, to: &bytes)
        append(",\"duration\":", exchange.endAt.map { Int(($0 - exchange.at) / 1_000) }, to: &bytes)
        append(",\"end\":", exchange.end?.name ?? "null", to: &bytes)
        bytes += texts.rest
    }

    private mutating func texts(at index: Int) -> Texts {
        if let known = texts[index] { return known }
        let entry = entries[index]
        let written = Texts(request: request(of: entry), rest: rest(of: entry))
        texts[index] = written
        return written
    }

    private func request(of entry: Journal.Entry) -> [UInt8] {
        let target = Self.shortened(entry.redactedTarget(redaction))
        return member("method", entry.redactedMethod) + member("target", target)
    }

    private func rest(of entry: Journal.Entry) -> [UInt8] {
        // Most exchanges have only an endpoint.
        let members = [
            ("endpoint", entry.endpoint), ("fault", entry.fault), ("policy", entry.policy),
            ("violation", violation(of: entry).map(Self.shortened)),
        ]
        return members.flatMap { name, text in text.map { member(name, $0) } ?? [] } + [UInt8(ascii: "}")]
    }

    private func violation(of entry: Journal.Entry) -> String? {
        guard entry.violation != nil else { return nil }
        // The redaction of a note needs the secrets in the header fields.
        var entry = entry
        entry.readFields()
        return redaction.note(entry.violation, about: entry)
    }

    private func member(_ name: String, _ text: String) -> [UInt8] {
        Array(",\"\(name)\":".utf8) + JSON.string(text).printableBytes()
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
