import Rehearsal

/// The body of a reply before it is framed, and the media type that goes with it.
struct Content {
    /// What is sent one after the other; more than one for a stream of events.
    private(set) var pieces: [[UInt8]]
    /// Nanoseconds before each piece; none where nothing pauses.
    private(set) var pauses: [Int64] = []
    let type: String?
    let isEndless: Bool

    init(_ reply: Scenario.Reply) {
        var bytes: [UInt8] = []
        var endless = false
        switch reply.body {
        case .none, .raw: type = nil
        case .json(let value): (bytes, type) = (value.bytes(pretty: false), "application/json")
        case .problem(let value):
            let document = Self.problem(value, status: reply.status)
            (bytes, type) = (document.bytes(pretty: false), "application/problem+json")
        case .text(let text): (bytes, type) = (Array(text.utf8), "text/plain; charset=utf-8")
        case .bytes(let data, let media): (bytes, type) = (data, media)
        case .events(let events, let forever):
            type = "text/event-stream"
            pauses = events.map { max(0, $0.after.nanoseconds) }
            endless = forever && !events.isEmpty
            pieces = events.map(EventStream.bytes)
            isEndless = endless
            return
        }
        pieces = [bytes]
        isEndless = endless
    }

    /// Whether recorded origins may stand in the body.
    func isText(_ headers: Scenario.Headers) -> Bool {
        guard headers["Content-Encoding"] == nil else { return false }
        guard let media = (headers["Content-Type"] ?? type)?.lowercased() else { return false }
        return media.hasPrefix("text/")
            || ["json", "xml", "javascript", "x-www-form-urlencoded"].contains {
                media.contains($0)
            }
    }

    mutating func rewrite(_ rewriter: OriginRewriter) { pieces = pieces.map(rewriter.rewrite) }

    /// Applies the faults that change bytes of the content.
    mutating func damage(by faults: [Fault]) {
        for fault in faults where pieces.count == 1 {
            switch (fault.effect, fault.stage) {
            case (.corrupt(let count), .body(let amount)):
                let start = amount.bytes(of: pieces[0].count)
                let room = pieces[0].count - start
                let step = max(1, count)
                for index in 0..<min(max(0, count), room) { pieces[0][start + index * room / step] ^= 0xFF }
            case (.corruptAt(let offsets), .body):
                for offset in offsets where pieces[0].indices.contains(offset) { pieces[0][offset] ^= 0xFF }
            case (.replaceBytes(let bytes), .body(let amount)):
                let start = amount.bytes(of: pieces[0].count)
                pieces[0].replaceSubrange(start..<min(pieces[0].count, start + bytes.count), with: bytes)
            default: break
            }
        }
    }

    /// The members of problem details that a writer may leave out (RFC 9457 §3.1).
    private static func problem(_ value: JSON, status: Int) -> JSON {
        guard case .object(var members) = value else { return value }
        if !members.contains(where: { $0.name == "type" }) {
            members.insert(JSON.Member("type", .string("about:blank")), at: 0)
        }
        if !members.contains(where: { $0.name == "status" }) {
            members.append(JSON.Member("status", .number(JSON.Number(text: String(status)))))
        }
        return .object(members)
    }
}
