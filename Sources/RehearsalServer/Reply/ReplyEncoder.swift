import Rehearsal
import RehearsalHTTP

/// An encoder of scenario replies into bytes.
///
/// A header of the scenario replaces the header that the server would add. Faults that change bytes are applied here.
struct ReplyEncoder {
    /// The origin that replaces recorded origins: `http://127.0.0.1:8080`.
    let origin: String

    /// Encodes a reply.
    ///
    /// - Parameter ranges: the parts of the body to send; nil for the whole body.
    func encode(_ reply: Scenario.Reply, _ ranges: ByteRanges? = nil) -> EncodedReply {
        if case .raw(let pieces) = reply.body { return Self.raw(pieces, reply) }
        var reply = reply
        var content = ReplyContent(reply)
        let rewriter = OriginRewriter(from: reply.recordedOrigins, to: origin)
        if !rewriter.isEmpty, content.isText(reply.headers) { content.rewrite(rewriter) }
        if let ranges, !content.select(to: ranges, of: &reply) { return encode(reply.unsatisfiable(content.length)) }
        content.damage(by: reply.faults)
        let framing = Framing(reply, isEndless: content.isEndless || reply.stream != nil)
        let statesClose = reply.headers.values(of: "Connection").contains { $0.lowercased().contains("close") }
        var (bytes, dateOffset) = head(of: reply, content, framing, rewriter)
        var isVerbatim = false
        for fault in reply.faults {
            if case .replaceBytes(let replacement) = fault.effect, case .head = fault.stage {
                (bytes, dateOffset, isVerbatim) = (replacement, -1, true)
            }
        }
        let headLength = bytes.count
        // A fault may have replaced the head. Its bytes then contain the status.
        let status = isVerbatim ? ReplyScan(bytes).status ?? -1 : reply.status
        let ends = framing.append(content, to: &bytes)
        let hasForbiddenContent = !framing.mayHaveContent && bytes.count > headLength
        for fault in reply.faults { if case .extraBytes(let extra) = fault.effect { bytes += extra } }
        return EncodedReply(
            status: status,
            bytes: bytes,
            headLength: headLength,
            dateOffset: dateOffset,
            // The client would parse bytes after a reply without a body as the next reply.
            closesConnection: statesClose || hasForbiddenContent || isVerbatim,
            endsWithConnection: framing.endsWithConnection,
            statesClose: statesClose || isVerbatim,
            pauses: zip([headLength] + ends, content.pauses).map { EncodedReply.Pause(offset: $0, duration: $1) },
            restart: content.isEndless ? headLength : nil
        )
    }

    /// Encodes raw pieces in order, without adding a head or framing.
    private static func raw(_ pieces: [Scenario.Body.Piece], _ reply: Scenario.Reply) -> EncodedReply {
        var bytes: [UInt8] = []
        var pauses: [EncodedReply.Pause] = []
        for piece in pieces {
            // A pause of zero is kept, because the server then sends the piece in its own system call.
            pauses.append(EncodedReply.Pause(offset: bytes.count, duration: max(0, piece.after.nanoseconds)))
            bytes += piece.bytes
        }
        bytes = ReplyContent.damaged(bytes, by: reply.faults, from: ReplyScan(bytes).headEnd ?? bytes.count)
        for fault in reply.faults { if case .extraBytes(let extra) = fault.effect { bytes += extra } }
        let scan = ReplyScan(bytes)
        return EncodedReply(
            status: scan.status ?? -1,
            bytes: bytes,
            headLength: scan.headEnd ?? bytes.count,
            dateOffset: -1,
            closesConnection: true,
            statesClose: true,
            isVerbatim: true,
            pauses: pauses
        )
    }

    private func head(
        of reply: Scenario.Reply,
        _ content: ReplyContent,
        _ framing: Framing,
        _ rewriter: OriginRewriter,
    ) -> (bytes: [UInt8], dateOffset: Int) {
        var head = HeadWriter(status: reply.status, reason: (reply.reason ?? StatusReason.phrase(reply.status)).utf8)
        for field in reply.headers.fields {
            guard let value = field.value else { continue }
            if framing.hasWrongLength, field.name.lowercased() == "content-length" { continue }
            head.append(field.name, rewriter.rewrite(Array(value.utf8)))
        }
        var dateOffset = -1
        if !reply.headers.contains("Date"), reply.status >= 200 {
            dateOffset = head.count + "Date: ".utf8.count
            head.append("Date", [UInt8](repeating: 0x20, count: HTTPDate.length))
        }
        if let type = content.type, !reply.headers.contains("Content-Type") {
            head.append("Content-Type", type)
        }
        if let line = framing.field(bodyLength: content.length) {
            head.append(line.name, line.value)
        }
        return (head.head, dateOffset)
    }
}

/// The framing that delimits a body (RFC 9112 §6).
struct Framing {
    let mayHaveContent: Bool
    /// Whether each piece of the content is a chunk.
    private let isChunked: Bool
    /// Whether the server chooses the framing because the scenario states none.
    private let isChosenByServer: Bool
    private let isEndless: Bool
    /// The wrong `Content-Length` that a fault declares.
    private var wrongLength: Int?
    /// Whether the scenario removes `Content-Length`, so that the end of the connection delimits the body.
    let endsWithConnection: Bool

    var hasWrongLength: Bool { wrongLength != nil }

    init(_ reply: Scenario.Reply, isEndless: Bool) {
        self.isEndless = isEndless
        let encoding = reply.headers["Transfer-Encoding"]
        let namesLength = reply.headers.contains("Content-Length")
        let isStream = if case .events = reply.body { true } else { false }
        mayHaveContent = reply.status >= 200 && reply.status != 204 && reply.status != 304
        isChosenByServer = encoding == nil && !namesLength
        endsWithConnection = namesLength && reply.headers["Content-Length"] == nil && encoding == nil
        for fault in reply.faults { if case .wrongLength(let length) = fault.effect { wrongLength = length } }
        // An event stream whose length is declared is not chunked.
        let isStreamed = isStream && encoding == nil && !namesLength && wrongLength == nil
        isChunked = encoding?.lowercased() == "chunked" || isStreamed || reply.stream != nil
    }

    /// Returns the framing header that the server adds, if any.
    func field(bodyLength: Int) -> (name: String, value: String)? {
        if let wrongLength { return ("Content-Length", String(wrongLength)) }
        guard mayHaveContent, isChosenByServer else { return nil }
        return isChunked ? ("Transfer-Encoding", "chunked") : ("Content-Length", String(bodyLength))
    }

    /// Appends the framed pieces. Returns the end offset of each piece except the last.
    func append(_ content: ReplyContent, to bytes: inout [UInt8]) -> [Int] {
        let pieces = content.sent
        // Each chunk adds its size in hexadecimal digits and two line ends.
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

/// The format of `Date` (RFC 9110 §5.6.7, IMF-fixdate): always 29 bytes.
enum HTTPDate {
    static let length = 29

    /// Formats an instant.
    ///
    /// - Parameter seconds: the seconds since 1970, UTC.
    static func format(_ seconds: Int64) -> [UInt8] {
        Array(TimeFormat.httpDate.text(of: seconds * 1_000).utf8)
    }
}
