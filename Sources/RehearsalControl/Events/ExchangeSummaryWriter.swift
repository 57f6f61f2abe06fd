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
        /// The endpoint, the fault, the policy and the violation, if there are any, the end of the object, and a comma.
        var rest: [UInt8]
    }

    /// The maximum number of characters of a target. The detail of the exchange has the whole target.
    private static let maximumTarget = 400

    /// Creates a writer for a batch.
    init(_ batch: JournalChanges.Batch, startedAt: Int64, redaction: Redaction) {
        (self.startedAt, self.redaction, entries) = (startedAt, redaction, batch.entries)
        texts = Array(repeating: nil, count: batch.entries.count)
    }

    /// The maximum number of bytes of an object without its texts.
    private static let maximumFixedLength = 512

    /// Returns exchanges of the batch, separated by commas.
    mutating func objects(of exchanges: ArraySlice<ExchangeSummary>) -> [UInt8] {
        var capacity = 0
        for exchange in exchanges {
            let texts = texts(at: exchange.entry)
            capacity += Self.maximumFixedLength + texts.request.count + texts.rest.count
        }
        return Array(unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            var output = Output(end: start)
            for exchange in exchanges { append(exchange, to: &output) }
            // The comma after the last object is not part of the text.
            count = max(0, output.end - start - 1)
        }
    }

    /// Appends an exchange of the batch, whose texts are known, and a comma.
    private func append(_ exchange: ExchangeSummary, to output: inout Output) {
        guard let texts = texts[exchange.entry] else { return }
        output.append("{\"number\":", exchange.ordinal)
        output.append(",\"connection\":", exchange.connection)
        output.append(",\"exchange\":", exchange.exchange)
        output.append(",\"at\":", Int((exchange.at - startedAt) / 1_000))
        output.append(texts.request)
        output.append(",\"decision\":", exchange.decision.name)
        output.append(",\"status\":", exchange.status)
        output.append(",\"requestBytes\":", exchange.requestBytes)
        output.append(",\"replyBytes\":", exchange.replyBytes)
        output.append(",\"duration\":", exchange.endAt.map { Int(($0 - exchange.at) / 1_000) })
        output.append(",\"end\":", exchange.end?.name ?? "null")
        output.append(texts.rest)
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
        return members.flatMap { name, text in text.map { member(name, $0) } ?? [] } + Array("},".utf8)
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

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= maximumTarget ? text : text.prefix(maximumTarget) + "…"
    }
}

/// The end of the written bytes in a buffer with enough room.
private struct Output {
    private(set) var end: UnsafeMutablePointer<UInt8>

    init(end: UnsafeMutablePointer<UInt8>) { self.end = end }

    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { copy(from: start, count: $0.count) } }
    }

    /// Appends a member whose value is a number or null.
    mutating func append(_ name: StaticString, _ number: Int?) {
        guard let number else { return append(name, "null") }
        copy(from: name.utf8Start, count: name.utf8CodeUnitCount)
        if number < 0 {
            end.pointee = UInt8(ascii: "-")
            end += 1
        }
        // The digits are written backwards.
        var (rest, length) = (number.magnitude, 1)
        var power = UInt(10)
        // A number has at most 19 digits, and the last power is 10¹⁹.
        while rest >= power {
            length += 1
            power &*= 10
        }
        for offset in stride(from: length - 1, through: 0, by: -1) {
            end[offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        end += length
    }

    /// Appends a member whose value is a JSON text already.
    mutating func append(_ name: StaticString, _ value: StaticString) {
        copy(from: name.utf8Start, count: name.utf8CodeUnitCount)
        copy(from: value.utf8Start, count: value.utf8CodeUnitCount)
    }

    private mutating func copy(from start: UnsafePointer<UInt8>, count: Int) {
        end.update(from: start, count: count)
        end += count
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
