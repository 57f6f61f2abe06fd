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

    /// Applies the faults that change bytes of the content, across its pieces.
    mutating func damage(by faults: [Fault]) {
        guard faults.contains(where: { $0.changesContent }) else { return }
        let whole = Self.damaged(Array(pieces.joined()), by: faults, from: 0)
        // Pieces keep their lengths; the last has what is more, or what is left.
        var offset = 0
        for index in pieces.indices {
            let isLast = index == pieces.count - 1
            let end = isLast ? whole.count : min(offset + pieces[index].count, whole.count)
            pieces[index] = Array(whole[offset..<end])
            offset = end
        }
    }

    /// Bytes of which those behind a head are damaged.
    static func damaged(_ bytes: [UInt8], by faults: [Fault], from head: Int) -> [UInt8] {
        var bytes = bytes
        for fault in faults {
            guard case .body(let amount) = fault.stage else { continue }
            let start = head + amount.bytes(of: bytes.count - head)
            switch fault.effect {
            case .corrupt(let count):
                let room = bytes.count - start
                let most = min(max(0, count), room)
                for index in 0..<most { bytes[start + index * room / most] ^= 0xFF }
            case .corruptAt(let offsets):
                for offset in Set(offsets) where (0..<(bytes.count - head)).contains(offset) {
                    bytes[head + offset] ^= 0xFF
                }
            case .replaceBytes(let others): bytes.replaceSubrange(start..., with: others)
            default: break
            }
        }
        return bytes
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

extension Fault {
    fileprivate var changesContent: Bool {
        switch (effect, stage) {
        case (.corrupt, _), (.corruptAt, _), (.replaceBytes, .body): true
        default: false
        }
    }
}
