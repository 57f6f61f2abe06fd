import Rehearsal
import RehearsalDocuments

/// One-line descriptions of replies.
enum ReplyDescription {
    /// Returns a description of the reply at an index, with its number if there are several.
    static func first(_ index: Int, of endpoint: CompiledEndpoint) -> String {
        let count = endpoint.replies.count
        let position = count > 1 ? ", number \(index + 1) of \(count)" : ""
        return text(of: endpoint.replies[index]) + position
    }

    /// Returns a description of the replies after an index, and of the behavior after the last one.
    static func later(than index: Int, of endpoint: CompiledEndpoint) -> String {
        let replies = endpoint.replies
        let times = replies[index].times ?? 1
        var parts = times > 1 ? ["the same reply, \(times) times in total"] : []
        parts += replies[(index + 1)...].prefix(6).map { reply in
            let times = reply.times ?? 1
            return text(of: reply) + (times > 1 ? " ×\(times)" : "")
        }
        if replies.count - index - 1 > 6 { parts.append("…") }
        parts.append(after(endpoint))
        return parts.joined(separator: ", then ")
    }

    /// Returns a description of the changes that an overlay makes to a reply.
    static func overlay(_ overlay: Scenario.Overlay) -> String {
        var parts = overlay.headers.fields.map { "header \($0.name)" } + overlay.faults.map(\.description)
        if let delay = overlay.delay { parts.append("delay \(delay)") }
        if let delay = overlay.bodyDelay { parts.append("bodyDelay \(delay)") }
        if let pace = overlay.pace { parts.append("pace \(pace) B/s") }
        if let pace = overlay.uploadPace { parts.append("uploadPace \(pace) B/s") }
        if let hold = overlay.hold { parts.append(holdDescription(hold)) }
        return parts.joined(separator: ", ").printable
    }

    private static func after(_ endpoint: CompiledEndpoint) -> String {
        switch endpoint.afterLast {
        case .repeat:
            endpoint.replies.count == 1
                ? "the same reply for all later requests" : "the last reply for all later requests"
        case .cycle: "all replies again, from the first"
        case .fail: "501, because no reply is left"
        case .next: "the next endpoint that matches the request"
        }
    }

    /// Returns the status, the body and the faults of a reply.
    static func text(of reply: Scenario.Reply) -> String {
        if reply.handler != nil { return "computed" }
        var parts = [String(reply.status) + body(reply.body)]
        if !reply.delay.isZero { parts.append("delay \(reply.delay)") }
        parts += reply.faults.map(\.description)
        if let hold = reply.hold { parts.append(holdDescription(hold)) }
        return parts.joined(separator: ", ").printable
    }

    private static func holdDescription(_ hold: Scenario.Hold) -> String {
        hold.name.map { "held until \($0) is released" } ?? "held until \(hold.untilWaiting ?? 1) requests wait"
    }

    private static func body(_ body: Scenario.Body) -> String {
        switch body {
        case .none: ""
        case .json(let json): " with \("byte".pluralized(json.bytes().count)) of JSON"
        case .problem: " with a problem document"
        case .text(let text): " with \("byte".pluralized(text.utf8.count)) of text"
        case .bytes(let bytes, _): " with \("byte".pluralized(bytes.count))"
        case .events(let events, _): " with \("event".pluralized(events.count))"
        case .raw: " as raw bytes"
        }
    }
}
