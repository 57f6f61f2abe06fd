import Rehearsal

/// How a client is told where a body ends (RFC 9112 §6).
struct Framing {
    let mayHaveContent: Bool
    /// Each piece of the content is a chunk.
    private let isChunked: Bool
    /// The author of the reply says nothing about it.
    private let isOurs: Bool
    private let isEndless: Bool
    /// A Content-Length that a fault declares.
    private var wrongLength: Int?
    /// A reply whose author took its length away ends with its connection (RFC 9112 §6.3).
    let endsWithConnection: Bool

    var hasWrongLength: Bool { wrongLength != nil }

    init(_ reply: Scenario.Reply, isEndless: Bool) {
        self.isEndless = isEndless
        let encoding = reply.headers["Transfer-Encoding"]
        let namesLength = reply.headers.names("Content-Length")
        let isStream = if case .events = reply.body { true } else { false }
        mayHaveContent = reply.status >= 200 && reply.status != 204 && reply.status != 304
        isOurs = encoding == nil && !namesLength
        endsWithConnection = namesLength && reply.headers["Content-Length"] == nil && encoding == nil
        for fault in reply.faults { if case .wrongLength(let length) = fault.effect { wrongLength = length } }
        // A stream that is given a length is no longer one of chunks.
        let isStreamed = isStream && encoding == nil && !namesLength && wrongLength == nil
        isChunked = encoding?.lowercased() == "chunked" || isStreamed || reply.stream != nil
    }

    /// The header line that says it, if there is one to be added.
    func line(bodyLength: Int) -> (name: String, value: String)? {
        if let wrongLength { return ("Content-Length", String(wrongLength)) }
        guard mayHaveContent, isOurs else { return nil }
        return isChunked ? ("Transfer-Encoding", "chunked") : ("Content-Length", String(bodyLength))
    }

    /// Appends the pieces of the content as they are sent; returns where each ends but the last.
    func append(_ content: Content, to bytes: inout [UInt8]) -> [Int] {
        let pieces = content.sent
        // A chunk has its size in hexadecimal digits, and two line ends.
        bytes.reserveCapacity(bytes.count + content.length + (isChunked ? 20 * pieces.count + 5 : 0))
        var ends: [Int] = []
        for piece in pieces where !piece.isEmpty || !isChunked {
            if isChunked { bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) }
            bytes += piece
            if isChunked { bytes += [0x0D, 0x0A] }
            ends.append(bytes.count)
        }
        if isChunked, !isEndless { bytes += Array("0\r\n\r\n".utf8) }
        return Array(ends.dropLast())
    }
}
