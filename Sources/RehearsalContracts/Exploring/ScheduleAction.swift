package import Rehearsal

/// The treatment of one request by the server while a schedule runs.
package enum ScheduleAction: Sendable, Hashable {
    /// The request takes effect, and the client receives its reply.
    case normal
    /// The request has no effect, and the client receives a reply with this status. `Retry-After` is in seconds.
    case status(Int, retryAfter: Int? = nil)
    /// The request takes effect, and the client receives a reply with this status instead of its own.
    case statusAfterEffect(Int)
    /// The request has no effect, and the server resets the connection before the reply.
    case requestLost
    /// The request takes effect, and the server resets the connection before the reply.
    case replyLost
    /// The request takes effect, and the server closes the connection in the middle of the body.
    case replyCut
    /// The request takes effect, and the server delays its reply.
    case delay(Duration)
    /// The request takes effect, and the server holds its reply until its call is cancelled or the next step has ended.
    case late
    /// The request takes effect, and the client receives a web page with the status of its reply.
    case webPage
    /// The request takes effect, and bytes of another reply, with the status 503, follow its reply.
    case leftover
}

extension ScheduleAction {
    /// Whether the server applies the request.
    package var appliesRequest: Bool {
        switch self {
        case .status, .requestLost: false
        case .normal, .statusAfterEffect, .replyLost, .replyCut, .delay, .late, .webPage, .leftover: true
        }
    }

    /// Whether the client receives the reply to its request completely and unchanged.
    package var sendsReply: Bool {
        switch self {
        case .normal, .delay, .late, .leftover: true
        case .status, .statusAfterEffect, .requestLost, .replyLost, .replyCut, .webPage: false
        }
    }

    /// Whether the client receives no complete reply.
    package var losesReply: Bool { [.requestLost, .replyLost, .replyCut].contains(self) }

    /// The actions that are weaker than this one, the weakest first, for shrinking.
    package var weaker: [ScheduleAction] {
        switch self {
        case .normal: []
        case .delay(let duration):
            duration > .milliseconds(100) ? [.normal, .delay(duration / 2)] : [.normal]
        case .status(503, nil), .requestLost: [.normal]
        case .status(let status, let wait?): [.normal, .status(status), .status(status, retryAfter: max(1, wait / 2))]
        case .status: [.normal, .status(503)]
        case .statusAfterEffect(let status): [.normal, .status(status)]
        case .replyLost: [.normal, .requestLost]
        case .replyCut: [.normal, .replyLost]
        case .late, .leftover: [.normal]
        case .webPage: [.normal, .status(503)]
        }
    }
}

extension ScheduleAction: CustomStringConvertible {
    /// The action in schedule files and reports: `503`, `503 retry-after 2`, `503 after effect`, `request lost`.
    package var description: String {
        switch self {
        case .normal: "normal"
        case .status(let status, nil): "\(status)"
        case .status(let status, let seconds?): "\(status) retry-after \(seconds)"
        case .statusAfterEffect(let status): "\(status) after effect"
        case .requestLost: "request lost"
        case .replyLost: "reply lost"
        case .replyCut: "reply cut"
        case .delay(let duration): "delay \(duration.scenarioText)"
        case .late: "late"
        case .webPage: "web page"
        case .leftover: "leftover bytes"
        }
    }

    /// Creates the action that a text describes; nil for any other text.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let status = words.first.flatMap { Int($0) }.flatMap { (400...599).contains($0) ? $0 : nil }
        switch (status, words.dropFirst().joined(separator: " ")) {
        case (let status?, ""): self = .status(status)
        case (let status?, "after effect"): self = .statusAfterEffect(status)
        case (let status?, _) where words.count == 3 && words[1] == "retry-after":
            guard let seconds = Int(words[2]), (0...86_400).contains(seconds) else { return nil }
            self = .status(status, retryAfter: seconds)
        case (nil, _) where words.count == 2 && words[0] == "delay":
            guard let duration = Duration(scenarioText: words[1]) else { return nil }
            self = .delay(duration)
        default:
            guard let action = Self.named[text] else { return nil }
            self = action
        }
    }

    private static let named: [String: ScheduleAction] = [
        "normal": .normal, "request lost": .requestLost, "reply lost": .replyLost, "reply cut": .replyCut,
        "late": .late, "web page": .webPage, "leftover bytes": .leftover,
    ]

    /// The forms of the actions, for messages.
    package static let forms =
        "\"normal\", \"503\", \"503 retry-after 2\", \"503 after effect\", \"request lost\", \"reply lost\", "
        + "\"reply cut\", \"delay 2s\", \"late\", \"web page\" and \"leftover bytes\", and any of them for several "
        + "requests in a row: \"503 × 3\" or \"503 x 3\""
}

extension ScheduleAction {
    /// Returns the reply that the client receives in place of any other; nil if the request takes effect.
    package var replacement: Scenario.Reply? {
        switch self {
        case .status(let status, let seconds):
            var reply = Self.reply(status)
            if let seconds { reply.headers.append("Retry-After", String(seconds)) }
            return reply
        case .requestLost: return Scenario.Reply(fault: Fault(.reset, at: .beforeHead))
        case .normal, .statusAfterEffect, .replyLost, .replyCut, .delay, .late, .webPage, .leftover: return nil
        }
    }

    /// Returns the reply to a request that has taken effect, changed by the action.
    ///
    /// - Parameter hold: the name of the hold for a late reply.
    package func changed(_ reply: Scenario.Reply, hold: String) -> Scenario.Reply {
        var reply = reply
        switch self {
        case .normal, .status, .requestLost: return reply
        case .statusAfterEffect(let status): return Self.reply(status)
        case .replyLost: reply.faults = [Fault(.reset, at: .beforeHead)]
        case .replyCut: reply.faults = [Fault(.close, at: reply.body == .none ? .beforeHead : .body(.percent(50)))]
        case .delay(let duration): reply.delay = .fixed(duration)
        case .late: reply.hold = Scenario.Hold(hold)
        case .webPage:
            reply.headers.fields.removeAll { ["content-type", "etag"].contains($0.name.lowercased()) }
            reply.headers.append("Content-Type", "text/html; charset=utf-8")
            reply.body = .text("<!doctype html><title>Sign in</title><p>Accept the terms to use this network.</p>")
            if reply.status == 204 { reply.status = 200 }
        case .leftover: reply.faults = [Fault(.extraBytes(Self.leftoverBytes), at: .end)]
        }
        return reply
    }

    private static let leftoverBytes = Array("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n".utf8)

    private static func reply(_ status: Int) -> Scenario.Reply {
        Scenario.Reply(status, headers: ["Cache-Control": "no-store"], body: .problem(["title": "Injected"]))
    }
}
