package import Rehearsal
import RehearsalHTTP

/// What a client could make of the bytes that it was sent: a head, and as much of a body as came.
package struct SentMessage: Sendable {
    package private(set) var version = ""
    /// 0 where there is no head, or what stands there is none.
    package private(set) var status = 0
    package private(set) var reason = ""
    /// In the order, the case and the number in which they were sent.
    package private(set) var headers = Scenario.Headers()
    /// Without the chunked coding.
    package private(set) var body: [UInt8] = []
    /// Bytes of the final head; 0 where there is none.
    package private(set) var headLength = 0
    /// Whether all of the body is there that the head announces.
    package private(set) var isWhole = false
    /// Whether it begins like a head of HTTP, whole or not.
    package private(set) var isHTTP = true

    /// - Parameter isHead: whether the request was HEAD, whose reply has no body whatever it announces.
    package init(_ sent: Journal.SentReply, toHead isHead: Bool) {
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
        // A status line has its parts where a request line has them.
        (version, reason) = (text(head.method), text(head.version))
        headers = Scenario.Headers(head.fields.map { Scenario.Headers.Field(text($0.name), text($0.value)) })
    }

    /// - Parameter isSent: whether what is here is all that was sent.
    private mutating func take(_ bytes: ArraySlice<UInt8>, isSent: Bool, carriesNothing: Bool) {
        let isChunked = headers.values(of: "Transfer-Encoding").last?.lowercased().hasSuffix("chunked") ?? false
        if carriesNothing {
            (body, isWhole) = (Array(bytes), isSent)
        } else if isChunked {
            var chunks = ReplyBody(.chunked, keeps: .max, in: BodyRoom(.max))
            // What is broken on purpose is broken for the client as well: what came before it is the body.
            _ = bytes.withUnsafeBytes { try? chunks.feed($0) }
            (body, isWhole) = (chunks.kept, chunks.isComplete)
        } else if let length = headers["Content-Length"].flatMap({ Int($0) }) {
            (body, isWhole) = (Array(bytes), bytes.count >= length)
        } else {
            // The connection ends it.
            (body, isWhole) = (Array(bytes), isSent)
        }
    }
}
