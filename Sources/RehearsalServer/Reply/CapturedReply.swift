package import Rehearsal
import RehearsalHTTP

/// A reply as a client would parse it from the bytes that the server sent. It may be incomplete.
package struct CapturedReply: Sendable {
    /// The HTTP version of the status line.
    package private(set) var version = ""
    /// The status code; 0 without a complete head.
    package private(set) var status = 0
    /// The reason phrase.
    package private(set) var reason = ""
    /// The header fields as sent, with their order, case and repetitions.
    package private(set) var headers = Scenario.Headers()
    /// The body bytes without the chunked coding.
    package private(set) var body: [UInt8] = []
    /// The length in bytes of the head that follows interim replies; 0 without a complete head.
    package private(set) var headLength = 0
    /// Whether the body is complete according to the framing in the head.
    package private(set) var isWhole = false
    /// Whether the bytes begin with `HTTP/1.`, or are too few to tell.
    package private(set) var isHTTP = true

    /// Parses the bytes of a reply.
    ///
    /// - Parameter isHead: whether the request was HEAD, whose reply has no body.
    package init(_ sent: Journal.SentBytes, toHead isHead: Bool) {
        let scan = ReplyScan(sent.bytes)
        let rest = scan.final
        guard let end = scan.headEnd, let status = scan.status else {
            let opening = Array("HTTP/1.".utf8)
            isHTTP = rest.starts(with: opening) || opening.starts(with: rest)
            body = isHTTP ? [] : Array(rest)
            return
        }
        self.status = status
        headLength = end - rest.startIndex
        readHead(Array(rest[..<end]))
        let isBodiless = isHead || status == 204 || status == 304 || status < 200
        readBody(rest[end...], isFullyCaptured: sent.length == sent.bytes.count, isBodiless: isBodiless)
    }

    private mutating func readHead(_ bytes: [UInt8]) {
        let head = RawHead(bytes).head
        let text = { (slice: RequestHead.Slice) in String(decoding: bytes[slice.range], as: UTF8.self) }
        // The parser expects a request line, so it finds the version of a status line in place of the method.
        (version, reason) = (text(head.method), text(head.version))
        headers = Scenario.Headers(head.fields.map { Scenario.Headers.Field(text($0.name), text($0.value)) })
    }

    /// Reads the body from the bytes after the head.
    ///
    /// - Parameters:
    ///   - isFullyCaptured: whether the capture contains every byte that the server sent.
    ///   - isBodiless: whether a reply to this method or with this status has no body.
    private mutating func readBody(_ bytes: ArraySlice<UInt8>, isFullyCaptured: Bool, isBodiless: Bool) {
        let isChunked = headers.values(of: "Transfer-Encoding").last?.lowercased().hasSuffix("chunked") ?? false
        if isBodiless {
            (body, isWhole) = (Array(bytes), isFullyCaptured)
        } else if isChunked {
            var chunks = ReplyBody(.chunked, keeps: .max, in: BodyMemoryBudget(.max))
            // A fault may have damaged the chunked coding. The body is then the part before the error.
            _ = bytes.withUnsafeBytes { try? chunks.feed($0) }
            (body, isWhole) = (chunks.kept, chunks.isComplete)
        } else if let length = headers["Content-Length"].flatMap({ Int($0) }) {
            (body, isWhole) = (Array(bytes), bytes.count >= length)
        } else {
            // The end of the connection delimits the body (RFC 9112 §6.3).
            (body, isWhole) = (Array(bytes), isFullyCaptured)
        }
    }
}
