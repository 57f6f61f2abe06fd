package import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

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
        let bytes = sent.bytes
        let start = RawStatus.finalStart(in: bytes)
        let rest = bytes[start...]
        guard let end = RawStatus.end(of: rest), let status = RawStatus.status(of: rest) else {
            let opening = Array("HTTP/1.".utf8)
            isHTTP = rest.starts(with: opening) || opening.starts(with: rest)
            body = isHTTP ? [] : Array(rest)
            return
        }
        self.status = status
        headLength = end - rest.startIndex
        readHead(Array(rest[..<end]))
        let carriesNothing = isHead || status == 204 || status == 304 || status < 200
        take(rest[end...], isSent: sent.length == bytes.count, carriesNothing: carriesNothing)
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
            takeChunks(bytes)
        } else if let length = headers["Content-Length"].flatMap({ Int($0) }) {
            (body, isWhole) = (Array(bytes), bytes.count >= length)
        } else {
            // The connection ends it.
            (body, isWhole) = (Array(bytes), isSent)
        }
    }

    private mutating func takeChunks(_ bytes: ArraySlice<UInt8>) {
        var limits = RequestLimits()
        limits.body = .max
        var decoder = ChunkedDecoder(limits)
        var taken: [UInt8] = []
        // What is broken on purpose is broken for the client as well: what came before it is the body.
        _ = try? bytes.withUnsafeBytes { try decoder.feed($0) { taken += $0 } }
        (body, isWhole) = (taken, decoder.isComplete)
    }
}

/// What a raw reply says of itself, for the journal.
enum RawStatus {
    /// The status of the last status line that begins it: `HTTP/1.1 503 …`; informational ones are passed over.
    static func of(_ bytes: [UInt8]) -> Int? {
        status(of: final(in: bytes))
    }

    /// Where the head of the last reply ends, or how long the whole is if it has no end.
    static func headLength(of bytes: [UInt8]) -> Int { end(of: final(in: bytes)) ?? bytes.count }

    /// Where the last reply begins.
    static func finalStart(in bytes: [UInt8]) -> Int { final(in: bytes).startIndex }

    /// What is left when informational replies are passed over.
    private static func final(in bytes: [UInt8]) -> ArraySlice<UInt8> {
        var rest = bytes[...]
        while let status = status(of: rest), (100..<200).contains(status), status != 101, let next = end(of: rest) {
            // An informational reply that nothing follows is all there is.
            guard next < bytes.count else { break }
            rest = bytes[next...]
        }
        return rest
    }

    static func status(of bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: Array("HTTP/1.".utf8)), bytes.count >= 12 else { return nil }
        return Int(String(decoding: bytes.dropFirst(9).prefix(3), as: UTF8.self))
    }

    static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { whole in
            guard let base = whole.baseAddress else { return nil }
            var position = 3
            while position < whole.count, let found = memchr(base + position, 0x0A, whole.count - position) {
                let feed = UnsafeRawPointer(found) - base
                if whole[feed - 1] == 0x0D, whole[feed - 2] == 0x0A, whole[feed - 3] == 0x0D {
                    return bytes.startIndex + feed + 1
                }
                position = feed + 1
            }
            return nil
        }
    }
}
