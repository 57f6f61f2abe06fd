import RehearsalFiles

/// Reads one reply (RFC 9112) as its bytes come, in whatever pieces they come.
struct ReplyReader: Sendable {
    /// The status line and the header lines.
    struct Head: Sendable {
        var status: Int
        var fields: [(name: String, value: String)] = []

        /// The value of the first field of that name, in any case.
        func value(of name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    }

    /// What is no reply, or not all of one.
    struct Malformed: Error, Sendable, Hashable {
        let reason: String
    }

    private(set) var head: Head?
    private(set) var isComplete = false
    private var stage = Stage.statusLine
    private var line: [UInt8] = []
    /// Of lines, so that what never ends is not kept for ever.
    private var room = Self.mostLineBytes

    private static let mostLineBytes = 64 << 10

    private enum Stage {
        case statusLine, fields
        /// So many bytes are still to come.
        case counted(Int)
        case chunkSize
        case chunk(Int)
        case chunkEnd, trailers
        case untilClose
    }

    /// Takes what has come, and returns what of it belongs to the body.
    mutating func take(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
        var rest = bytes[...]
        var body: [UInt8] = []
        while !rest.isEmpty, !isComplete {
            switch stage {
            case .counted(let left), .chunk(let left):
                let piece = rest.prefix(left)
                rest = rest.dropFirst(piece.count)
                body += piece
                advance(left: left - piece.count)
            case .untilClose:
                body += rest
                rest = []
            case .statusLine, .fields, .chunkSize, .chunkEnd, .trailers:
                if let line = try takeLine(&rest) { try take(line: line) }
            }
        }
        return body
    }

    /// Takes the end of the connection.
    mutating func takeEnd() throws(Malformed) {
        if case .untilClose = stage { isComplete = true }
        guard isComplete else {
            throw Malformed(reason: head == nil ? "it ended before its head did" : "it ended before its body did")
        }
    }

    private mutating func advance(left: Int) {
        switch stage {
        case .counted:
            stage = .counted(left)
            isComplete = left == 0
        default: stage = left == 0 ? .chunkEnd : .chunk(left)
        }
    }

    /// A line without its end, once it is there.
    private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(Malformed) -> String? {
        let end = rest.firstIndex(of: 0x0A)
        let piece = rest[..<(end ?? rest.endIndex)]
        line += piece
        room -= piece.count
        guard room >= 0 else { throw Malformed(reason: "its lines do not end") }
        guard let end else {
            rest = []
            return nil
        }
        rest = rest[(end + 1)...]
        if line.last == 0x0D { line.removeLast() }
        defer { line = [] }
        return String(decoding: line, as: UTF8.self)
    }

    private mutating func take(line: String) throws(Malformed) {
        switch stage {
        case .statusLine:
            head = Head(status: try Self.status(line))
            stage = .fields
        case .fields where line.isEmpty: try beginBody()
        case .fields:
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw Malformed(reason: "\(line.quoted) is no header line") }
            let value = parts[1].drop { $0 == " " || $0 == "\t" }
            head?.fields.append((String(parts[0]), String(value)))
        case .chunkSize:
            let digits = line.prefix { $0.isHexDigit }
            guard let size = Int(digits, radix: 16) else { throw Malformed(reason: "\(line.quoted) is no chunk size") }
            stage = size == 0 ? .trailers : .chunk(size)
        case .chunkEnd:
            guard line.isEmpty else { throw Malformed(reason: "a chunk is longer than it says") }
            // A stream goes on for as long as somebody follows it.
            (stage, room) = (.chunkSize, Self.mostLineBytes)
        case .trailers: isComplete = line.isEmpty
        case .counted, .chunk, .untilClose: break
        }
    }

    private static func status(_ line: String) throws(Malformed) -> Int {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]), 100...999 ~= status else {
            throw Malformed(reason: "\(line.quoted) is no status line of HTTP/1.1")
        }
        return status
    }

    private mutating func beginBody() throws(Malformed) {
        guard let head else { return }
        switch head.status {
        // Of no interest, and the reply itself is still to come.
        case 100..<200: (self.head, stage) = (nil, .statusLine)
        case 204, 304: isComplete = true
        default:
            if head.value(of: "Transfer-Encoding")?.lowercased() == "chunked" {
                stage = .chunkSize
            } else if let text = head.value(of: "Content-Length") {
                guard let length = Int(text), length >= 0 else {
                    throw Malformed(reason: "\(text.quoted) is no Content-Length")
                }
                stage = .counted(length)
                isComplete = length == 0
            } else {
                stage = .untilClose
            }
        }
    }
}
