import Rehearsal
import RehearsalContracts

/// The text on the replies of an endpoint.
struct ExampleReply {
    /// The recorded body of the operation, with which bodies are compared.
    let recordedBody: [UInt8]
    /// The lowercase names of the header fields that the text omits.
    var hiddenFields: [String] = []
    /// A status that the text calls `this status`.
    var namedStatus: Int?
    /// The text on a reply that is computed for each request.
    var computedReplyText: String?

    /// The number of replies, of fields, and of characters of a value that the text contains.
    private static let (maximumReplies, maximumFields, maximumValue) = (4, 4, 80)

    /// The placeholder for the host of another origin, which the runner replaces.
    private static let otherHost = TestCase.otherOrigin.dropFirst("http://".count)

    /// Returns the replies in turn: `503, 2 times; then 200 with the recorded body`.
    func text(of replies: [Scenario.Reply]) -> String {
        let isCut = replies.count > Self.maximumReplies
        let shown = isCut ? replies.prefix(Self.maximumReplies - 1) : replies[...]
        let text = shown.map(text(of:)).joined(separator: "; then ")
        return text + (isCut ? "; and \(replies.count - shown.count) more replies" : "")
    }

    private func text(of reply: Scenario.Reply) -> String {
        let times = reply.times ?? 1
        let end = times > 1 ? ", \(times) times" : ""
        if reply.handler != nil { return (computedReplyText ?? "a reply that depends on the request") + end }
        if let fault = reply.faults.first(where: { $0.stage == .beforeHead }), let text = Self.silence(fault.effect) {
            return text + end
        }
        return ([content(of: reply)] + fields(of: reply) + reply.faults.map(Self.text(of:)) + timing(of: reply))
            .joined(separator: ", ") + end
    }

    /// Returns the text on a fault that takes the place of a reply; nil for another fault.
    private static func silence(_ effect: Fault.Effect) -> String? {
        switch effect {
        case .reset: "no reply, but a reset (RST)"
        case .close: "no reply, but a close (FIN)"
        case .stall(nil): "no reply, while the connection stays open"
        default: nil
        }
    }

    /// Returns the status and the body.
    private func content(of reply: Scenario.Reply) -> String {
        let status = reply.status == namedStatus ? "this status" : "\(reply.status)"
        let body = ExampleBody(recorded: recordedBody)
        switch reply.body {
        case .none: return status
        case .problem: return "\(status) with a problem document"
        case .json(let json): return "\(status) with \(body.text(of: json.bytes(), type: "application/json"))"
        case .text(let text): return "\(status) with \(body.text(of: Array(text.utf8), type: "text/plain"))"
        case .bytes(let bytes, let type):
            // The body of every rule's problem documents is the same, and says nothing.
            if reply.body == Scenario.Reply.problem(reply.status).body { return "\(status) with a problem document" }
            return "\(status) with \(body.text(of: bytes, type: type))"
        case .events(let events, _): return "\(status) with " + "event".pluralized(events.count)
        case .raw(let pieces):
            let raw = RawReply(pieces.flatMap(\.bytes))
            let isClosed = raw.isComplete || reply.faults.contains(where: \.endsReply)
            return raw.text(body) + (isClosed ? "" : ", followed by a close (FIN)")
        }
    }

    private func fields(of reply: Scenario.Reply) -> [String] {
        let fields = reply.headers.fields.filter { !hiddenFields.contains($0.name.lowercased()) }
        return fields.prefix(Self.maximumFields).compactMap { field in
            guard let text = field.value else { return nil }
            let value = text.replacing(Self.otherHost, with: "localhost:PORT")
            let cut = value.count > Self.maximumValue ? "\(value.prefix(Self.maximumValue))…" : value
            return "\(field.name): \(cut.isEmpty ? "(empty)" : cut)"
        }
    }

    private func timing(of reply: Scenario.Reply) -> [String] {
        (reply.hold?.untilWaiting.map { ["as soon as \($0) requests wait"] } ?? [])
            + (reply.delay.isZero ? [] : ["after \(reply.delay)"])
            + (reply.bodyDelay.isZero ? [] : ["the body \(reply.bodyDelay) after the head"])
    }

    private static func text(of fault: Fault) -> String {
        switch (fault.effect, fault.stage) {
        case (.reset, .end): "followed by a reset (RST)"
        case (.close, .end): "followed by a close (FIN)"
        case (.stall(nil), .body(let amount)): "which stops after \(amount) of the body"
        case (.wrongLength(let length), _): "Content-Length: \(length)"
        case (.extraBytes(let bytes), _): "followed by " + "more byte".pluralized(bytes.count)
        case (.slice(let size, let interval), _):
            "in pieces of " + "byte".pluralized(size) + " every \(interval.displayText)"
        case (.drip(let rate), .head): "whose head is sent at \(rate) bytes per second"
        default: fault.description
        }
    }
}
