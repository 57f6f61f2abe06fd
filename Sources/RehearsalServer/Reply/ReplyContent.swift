import Rehearsal

/// The body of a reply before framing, with its default media type.
struct ReplyContent {
    /// The bytes of the body; several arrays for a stream of events.
    private var pieces: [[UInt8]]
    /// The parts that a range request selects; nil for the whole body.
    private var parts: [ArraySlice<UInt8>]?
    /// The pause before each piece, in nanoseconds; empty without pauses.
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

    /// The byte sequences to send, in order.
    var sent: [ArraySlice<UInt8>] { parts ?? pieces.map { $0[...] } }
    var length: Int { sent.reduce(0) { $0 + $1.count } }

    /// Reduces the content to ranges, without copying, and changes the reply to 206 (RFC 9110 §15.3.7).
    ///
    /// - Returns: whether a range is satisfiable.
    mutating func select(to ranges: ByteRanges, of reply: inout Scenario.Reply) -> Bool {
        let allBytes = pieces.count == 1 ? pieces[0] : Array(pieces.joined())
        let selected = ranges.ranges(in: allBytes.count)
        guard let first = selected.first else { return false }
        let type = reply.headers["Content-Type"] ?? self.type
        let boundary = selected.count == 1 ? nil : Self.boundary(for: selected, of: allBytes.count)
        reply = reply.partial(selected, of: allBytes.count, boundary: boundary)
        guard let boundary else {
            parts = [allBytes[first]]
            return true
        }
        let typeLine = type.map { "Content-Type: \($0)\r\n" } ?? ""
        var parts: [ArraySlice<UInt8>] = []
        for range in selected {
            let rangeLine = "Content-Range: \(range.contentRange(of: allBytes.count))\r\n\r\n"
            parts += [Array("--\(boundary)\r\n\(typeLine)\(rangeLine)".utf8)[...], allBytes[range], [0x0D, 0x0A]]
        }
        self.parts = parts + [Array("--\(boundary)--\r\n".utf8)[...]]
        return true
    }

    /// Returns a multipart boundary that depends only on the ranges, so that a run is reproducible.
    private static func boundary(for ranges: [Range<Int>], of length: Int) -> String {
        let hash = "\(ranges) \(length)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return "part-\(String(hash, radix: 16))"
    }

    /// Whether the body is text, which may contain recorded origins.
    func isText(_ headers: Scenario.Headers) -> Bool {
        guard headers["Content-Encoding"] == nil else { return false }
        guard let media = (headers["Content-Type"] ?? type)?.lowercased() else { return false }
        return media.hasPrefix("text/")
            || ["json", "xml", "javascript", "x-www-form-urlencoded"].contains {
                media.contains($0)
            }
    }

    mutating func rewrite(_ rewriter: OriginRewriter) { pieces = pieces.map(rewriter.rewrite) }

    /// Applies the faults that change bytes of the body. Their offsets count from the start of the first piece.
    mutating func damage(by faults: [Fault]) {
        guard faults.contains(where: { $0.changesContent }) else { return }
        if let parts {
            self.parts = [Self.damaged(Array(parts.joined()), by: faults, from: 0)[...]]
            return
        }
        let allBytes = Self.damaged(Array(pieces.joined()), by: faults, from: 0)
        // Each piece keeps its length while bytes remain. The last piece contains all further bytes.
        var offset = 0
        for index in pieces.indices {
            let isLast = index == pieces.count - 1
            let end = isLast ? allBytes.count : min(offset + pieces[index].count, allBytes.count)
            pieces[index] = Array(allBytes[offset..<end])
            offset = end
        }
    }

    /// Returns the bytes of a reply after the faults have changed its body.
    ///
    /// - Parameter head: the length of the head, which stays unchanged.
    static func damaged(_ bytes: [UInt8], by faults: [Fault], from head: Int) -> [UInt8] {
        var bytes = bytes
        for fault in faults {
            guard case .body(let amount) = fault.stage else { continue }
            let start = head + amount.bytes(of: bytes.count - head)
            switch fault.effect {
            case .corrupt(let count):
                let room = bytes.count - start
                let flipCount = min(max(0, count), room)
                for index in 0..<flipCount { bytes[start + index * room / flipCount] ^= 0xFF }
            case .corruptAt(let offsets):
                for offset in Set(offsets) where (0..<(bytes.count - head)).contains(offset) {
                    bytes[head + offset] ^= 0xFF
                }
            case .replaceBytes(let replacement): bytes.replaceSubrange(start..., with: replacement)
            default: break
            }
        }
        return bytes
    }

    /// Returns problem details with the default `type` and `status` if they are missing (RFC 9457 §3.1).
    private static func problem(_ value: JSON, status: Int) -> JSON {
        guard case .object(var members) = value else { return value }
        if !members.contains(where: { $0.name == "type" }) {
            members.insert(JSON.Member("type", .string("about:blank")), at: 0)
        }
        if !members.contains(where: { $0.name == "status" }) {
            members.append(JSON.Member("status", .integer(status)))
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

/// The format of server-sent events (WHATWG HTML §9.2.5).
enum EventStream {
    static func bytes(_ event: Scenario.Body.Event) -> [UInt8] {
        var text = ""
        if let name = event.event { text += "event: \(name.oneLine)\n" }
        if let id = event.id { text += "id: \(id.oneLine)\n" }
        if let retry = event.retry { text += "retry: \(retry)\n" }
        for line in event.data.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine) {
            text += "data: \(line)\n"
        }
        return Array((text + "\n").utf8)
    }
}

extension String {
    /// The text before the first line end; the rest would be parsed as another field.
    fileprivate var oneLine: Substring { prefix { !$0.endsLine } }
}

extension Character {
    /// Whether the character ends a line in an event stream; other line separators are data.
    fileprivate var endsLine: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
