package import Rehearsal
import RehearsalHTTP

/// The message that a client can parse from the bytes sent to it, complete or not.
package struct CapturedReply: Sendable {
    /// The HTTP version of the status line.
    package private(set) var version = ""
    /// The status code; 0 without a valid head.
    package private(set) var status = 0
    /// The reason phrase.
    package private(set) var reason = ""
    /// The fields with their order, case and repetitions as sent.
    package private(set) var headers = Scenario.Headers()
    /// The body bytes without the chunked coding.
    package private(set) var body: [UInt8] = []
    /// The length of the final head in bytes; 0 without a head.
    package private(set) var headLength = 0
    /// Whether the body has the length that the head announces.
    package private(set) var isWhole = false
    /// Whether the bytes begin with `HTTP/1.` or a prefix of it.
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
        let carriesNothing = isHead || status == 204 || status == 304 || status < 200
        take(rest[end...], isSent: sent.length == sent.bytes.count, carriesNothing: carriesNothing)
    }

    private mutating func readHead(_ bytes: [UInt8]) {
        let head = RawHead(bytes).head
        let text = { (slice: RequestHead.Slice) in String(decoding: bytes[slice.range], as: UTF8.self) }
        // The version of a status line stands where a request line has its method.
        (version, reason) = (text(head.method), text(head.version))
        headers = Scenario.Headers(head.fields.map { Scenario.Headers.Field(text($0.name), text($0.value)) })
    }

    /// Takes the body from the bytes after the head.
    ///
    /// - Parameter isSent: whether the bytes are everything that was sent.
    private mutating func take(_ bytes: ArraySlice<UInt8>, isSent: Bool, carriesNothing: Bool) {
        let isChunked = headers.values(of: "Transfer-Encoding").last?.lowercased().hasSuffix("chunked") ?? false
        if carriesNothing {
            (body, isWhole) = (Array(bytes), isSent)
        } else if isChunked {
            var chunks = ReplyBody(.chunked, keeps: .max, in: BodyMemoryBudget(.max))
            // A fault may have broken the coding: the body is the part that precedes the error.
            _ = bytes.withUnsafeBytes { try? chunks.feed($0) }
            (body, isWhole) = (chunks.kept, chunks.isComplete)
        } else if let length = headers["Content-Length"].flatMap({ Int($0) }) {
            (body, isWhole) = (Array(bytes), bytes.count >= length)
        } else {
            // The end of the connection delimits the body.
            (body, isWhole) = (Array(bytes), isSent)
        }
    }
}
