import Rehearsal

/// A check of a reply for faults without an effect that a client can observe.
struct UnobservableFaults {
    private let faults: [LocatedFault]
    private let reply: Scenario.Reply
    private let method: Scenario.Method?
    /// The range of the body's size in bytes; nil if the document does not determine it.
    private let size: ClosedRange<Int>?

    /// - Parameter method: the method of the requests that get the reply; nil if it is not known.
    init(_ draft: ReplyFormat.Draft, to method: Scenario.Method?) {
        (faults, reply, self.method) = (draft.faults, draft.reply, method)
        size = Self.size(of: draft.reply)
    }

    func report(to reader: DocumentReader) {
        for located in faults {
            reportBufferedUpload(located, to: reader)
            if isInBody(located.fault) { reportInBody(located, to: reader) }
        }
        reportIgnored(to: reader)
        reportUnreached(to: reader)
    }

    /// Returns the range of the size of a body in bytes; nil if it cannot be determined.
    private static func size(of reply: Scenario.Reply) -> ClosedRange<Int>? {
        // Chunks and some faults add bytes, and recorded origins are replaced by others of a different length.
        guard !reply.headers.contains("Transfer-Encoding"), reply.recordedOrigins.isEmpty else { return nil }
        for fault in reply.faults { if case .extraBytes = fault.effect { return nil } }
        switch reply.body {
        case .none: return 0...0
        case .json(let json): return exactly(json.bytes().count)
        // The server adds type and status if the document omits them.
        case .problem(let json): return json.bytes().count...(json.bytes().count + 64)
        case .text(let text): return exactly(text.utf8.count)
        case .bytes(let bytes, _): return exactly(bytes.count)
        case .events, .raw: return nil
        }
    }

    private static func exactly(_ count: Int) -> ClosedRange<Int> { count...count }

    private func isInBody(_ fault: Fault) -> Bool { fault.stage.name == "body" }

    private func reportBufferedUpload(_ located: LocatedFault, to reader: DocumentReader) {
        // A percentage of the body is not reported: its author probably expects large uploads.
        guard case (.stall(nil), .requestBody(.bytes)) = (located.fault.effect, located.fault.stage) else { return }
        let message =
            "the kernel buffers about 8 MB of an upload, so a client sends a smaller one completely, and then waits for the reply"
        reader.reportUnobservable(located.effect, message, hint: "use a larger upload", severity: .note)
    }

    private func reportInBody(_ located: LocatedFault, to reader: DocumentReader) {
        let fault = located.fault
        if method == .head {
            return reader.reportUnobservable(
                located.stage,
                "a reply to HEAD has no body, so a fault in it has no effect"
            )
        }
        if case .replaceBytes([]) = fault.effect {
            return reader.reportUnobservable(located.effect, "the replacement is empty, so no byte of the body changes")
        }
        guard let size else { return }
        if size.upperBound == 0 {
            let consequence =
                fault.effect.changesBytes ? "no byte can be changed" : "it has been sent completely by then"
            let hint = #"give the reply a body: "text": "…""#
            return reader.reportUnobservable(
                located.stage,
                "the body of this reply is empty, so \(consequence)",
                hint: hint
            )
        }
        if case .corruptAt(let offsets) = fault.effect, let beyond = offsets.first(where: { $0 >= size.upperBound }) {
            return reader.reportUnobservable(
                located.effect,
                "the body of this reply has \(size.upperBound) bytes, so it has no byte \(beyond)",
                hint: "offsets count from 0"
            )
        }
        if case .body(.bytes(let amount)) = fault.stage, amount > size.upperBound {
            let message = "the body of this reply has \(size.upperBound) bytes, fewer than \(amount)"
            reader.reportUnobservable(located.stage, message, hint: #"write a smaller number, or { "body": "50%" }"#)
        }
    }

    /// Reports faults that do not apply to this kind of body, or do not change it.
    private func reportIgnored(to reader: DocumentReader) {
        for located in faults {
            switch (located.fault.effect, reply.body) {
            case (.corrupt, .raw), (.corruptAt, .raw), (.replaceBytes, .raw), (.wrongLength, .raw):
                let message = "\"raw\" is sent as written, and \(located.fault.effect.name) does not change it"
                reader.reportUnobservable(located.effect, message, hint: "write the intended bytes into \"raw\"")
            case (.corrupt, .events(let events, _)), (.corruptAt, .events(let events, _)),
                (.replaceBytes, .events(let events, _)):
                guard events.count != 1, isInBody(located.fault) else { continue }
                reader.reportUnobservable(
                    located.effect,
                    "\(located.fault.effect.name) does not change a stream of events"
                )
            case (.wrongLength(let length), _):
                guard size == length...length else { continue }
                reader.reportUnobservable(
                    located.effect,
                    "the body of this reply has \(length) bytes, so this length is correct"
                )
            default: continue
            }
        }
    }

    /// Reports faults that the end of the reply or an earlier fault prevents.
    private func reportUnreached(to reader: DocumentReader) {
        if Fault.conflict(in: faults.map(\.fault)) != nil { return }
        for (index, located) in faults.enumerated() {
            let earlier = faults.first { $0.fault.alwaysEnds(before: located.fault, size) }
            if let earlier {
                reader.reportUnobservable(
                    located.stage,
                    "this fault never occurs: \(earlier.fault) ends the reply earlier"
                )
            } else if case (.raw, .idle) = (reply.body, located.fault.stage) {
                reader.reportUnobservable(located.stage, "the connection is closed after \"raw\", so it is never idle")
            } else if faults[..<index].contains(where: { $0.fault.preempts(located.fault) }) {
                let message = "this fault never occurs: an earlier fault at \(located.fault.stage.name) replaces it"
                reader.reportUnobservable(
                    located.stage,
                    message,
                    hint: "a reply has one fault at \(located.fault.stage.name)"
                )
            }
        }
    }
}

extension DocumentReader {
    /// Reports a fault that is valid but has no effect that a client can observe.
    func reportUnobservable(
        _ range: Range<Int>,
        _ message: String,
        hint: String? = nil,
        severity: Diagnostic.Severity = .warning,
    ) {
        report(.unobservableFault, at: range, message, hint: hint, see: "fault", severity: severity)
    }
}

extension Fault {
    /// Whether this fault always ends the reply before another one occurs.
    func alwaysEnds(before other: Fault, _ size: ClosedRange<Int>?) -> Bool {
        endsReply && happensWhenever(other) && other.stage.isAlways(after: stage, size)
    }

    private var endsReply: Bool {
        // A delay at the end delays only the close.
        if case (.delay, .end) = (effect, stage) { return true }
        return effect.isTerminal && stage.name != "idle"
    }

    private func happensWhenever(_ other: Fault) -> Bool {
        occurrence == .always || (occurrence == other.occurrence && occurrence.chance >= 1)
    }

    /// Whether this fault always prevents a later one at the same stage: `requestBody` and `idle` have only one fault.
    func preempts(_ other: Fault) -> Bool {
        switch (stage, other.stage) {
        case (.requestBody, .requestBody): true
        case (.idle, .idle): happensWhenever(other)
        default: false
        }
    }
}

extension Fault.Effect {
    /// Whether the effect applies to bytes, rather than to a position between two bytes.
    var changesBytes: Bool {
        switch self {
        case .drip, .slice, .corrupt, .corruptAt, .replaceBytes: true
        default: false
        }
    }
}

extension Fault.Stage {
    /// Whether this stage is always after another one, and not at the same byte.
    func isAlways(after other: Fault.Stage, _ size: ClosedRange<Int>?) -> Bool {
        if order != other.order { return order > other.order }
        switch (self, other) {
        case (.requestBody(let amount), .requestBody(let otherAmount)), (.head(let amount), .head(let otherAmount)):
            return amount.isAlways(more: otherAmount, nil)
        case (.body(let amount), .body(let otherAmount)): return amount.isAlways(more: otherAmount, size)
        default: return false
        }
    }

    private var order: Int {
        switch self {
        case .requestBody: 0
        case .beforeHead: 1
        case .head: 2
        case .afterHead: 3
        case .body: 4
        case .end: 5
        case .idle: 6
        }
    }
}

extension Fault.Amount {
    fileprivate func isAlways(more other: Fault.Amount, _ size: ClosedRange<Int>?) -> Bool {
        switch (self, other) {
        case (.bytes(let amount), .bytes(let otherAmount)): return amount > otherAmount
        case (.percent(let amount), .percent(let otherAmount)): return amount > otherAmount
        default:
            guard let size, size.lowerBound == size.upperBound else { return false }
            return bytes(of: size.lowerBound) > other.bytes(of: size.lowerBound)
        }
    }
}
