@_spi(Wire) import Rehearsal

/// The head of a reply as received.
package struct ReplyHead {
    package var status: Int
    package var reason: [UInt8]
    /// The minor version, 0 or 1: `HTTP/1.0` or `HTTP/1.1`.
    package var minorVersion: Int
    package var fields: [WireField]
    /// The rules of HTTP that the reply violates, without duplicates.
    package var remarks: [String] = []

    package init(status: Int, reason: [UInt8], minorVersion: Int, fields: [WireField]) {
        (self.status, self.reason, self.minorVersion, self.fields) = (status, reason, minorVersion, fields)
    }

    /// Whether the reply is interim, so that another reply follows: 1xx except 101 (RFC 9110 §15.2).
    package var isInterim: Bool { 100..<200 ~= status && status != 101 }

    /// Whether the sender keeps the connection open, if the framing delimits the body (RFC 9112 §9.3).
    package var keepsAlive: Bool {
        let options = fields.members(of: "Connection")
        if options.contains("close") { return false }
        return minorVersion == 1 || options.contains("keep-alive")
    }

    /// Whether the body is an event stream, which may have no end and may pause for any time.
    package var isEventStream: Bool {
        fields.values(of: "Content-Type").contains { $0.lowercased().hasPrefix("text/event-stream") }
    }

    /// The way in which the end of a reply's body is determined.
    package enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
        case untilClose
    }

    /// Returns the framing of the body in a reply to a method (RFC 9112 §6.3).
    package func framing(answering method: String) throws(TransferFailure) -> Framing {
        if method == "HEAD" || status < 200 || status == 204 || status == 304 { return .none }
        let codings = fields.members(of: "Transfer-Encoding").filter { !$0.isEmpty && $0 != "identity" }
        if !codings.isEmpty {
            guard codings == ["chunked"] else {
                let names = codings.joined(separator: ", ").printable
                throw TransferFailure(.malformed, "its reply has an unsupported transfer coding: \(names)")
            }
            return .chunked
        }
        let lengths = Set(fields.members(of: "Content-Length"))
        guard let value = lengths.first else { return .untilClose }
        guard lengths.count == 1, value.utf8.allSatisfy(\.isDigit), let length = Int(value) else {
            let text = lengths.sorted().joined(separator: ", ").printable
            throw TransferFailure(.malformed, "its reply has an invalid Content-Length: \(text)")
        }
        return .length(length)
    }

    /// The maximum length of a head in bytes.
    package static let maximumBytes = 256 << 10

    /// Parses the head at the beginning of the received bytes; returns nil while it is incomplete.
    ///
    /// The parser tolerates lines that end in LF, folded lines, and white space before a colon.
    ///
    /// - Returns: the head, and its length in bytes, including the empty line.
    package static func parse(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> (head: ReplyHead, count: Int)?
    {
        var head: ReplyHead?
        var lines: [Line] = []
        var start = 0
        var index = 0
        var hasBareLF = false
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == 0x0A else { continue }
            let end = index > start && bytes[index - 1] == 0x0D ? index - 1 : index
            hasBareLF = hasBareLF || end == index
            if end > start {
                // An invalid status line is an error even if no other line follows.
                if head == nil { head = try statusLine(bytes[start..<end]) } else { lines.append(bytes[start..<end]) }
            } else if var head {
                try head.append(lines)
                head.replaceForbidden()
                if hasBareLF { head.note("RFC 9112 §2.2: a line ends in LF without CR") }
                return (head, index + 1)
            }
            start = index + 1
        }
        guard bytes.count <= maximumBytes else {
            throw TransferFailure(.malformed, "the head of its reply is larger than \(maximumBytes >> 10) KiB")
        }
        // Data in another protocol may never contain a line end, so the first bytes are checked.
        if head == nil, !zip(bytes, "HTTP/1.".utf8).allSatisfy({ $0 == $1 || $0 == 0x0D || $0 == 0x0A }) {
            throw notHTTP(Array(bytes.prefix(40)))
        }
        return nil
    }

    private typealias Line = Slice<UnsafeRawBufferPointer>

    /// Appends the fields of the lines after the status line.
    private mutating func append(_ lines: [Line]) throws(TransferFailure) {
        fields.reserveCapacity(lines.count)
        for line in lines {
            if line.first == 0x20 || line.first == 0x09, !fields.isEmpty {
                fields[fields.count - 1].value += [0x20] + line.trimmed
                note("RFC 9112 §5.2: a header field is folded")
                continue
            }
            guard let colon = line.firstIndex(of: 0x3A), case let name = line[..<colon].trimmed, !name.isEmpty,
                name.allSatisfy(ByteClass.isToken)
            else {
                let text = String(decoding: line.prefix(80), as: UTF8.self).printable
                throw TransferFailure(.malformed, "its reply has an invalid header line: \(text)")
            }
            let value = line[(colon + 1)...].trimmed
            fields.append(WireField(String(decoding: name, as: UTF8.self), Array(value)))
        }
    }

    private mutating func note(_ rule: String) {
        let remark = "reply violates \(rule)"
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    /// Replaces CR and NUL by spaces, because the proxy must not forward them (RFC 9112 §2.2, RFC 9110 §5.5).
    private mutating func replaceForbidden() {
        var rules: Set<String> = []
        func isForbidden(_ byte: UInt8) -> Bool { byte == 0x0D || byte == 0x00 }
        func withoutForbidden(_ bytes: [UInt8]) -> [UInt8] {
            bytes.map { byte in
                guard isForbidden(byte) else { return byte }
                rules.insert(
                    byte == 0
                        ? "RFC 9110 §5.5: a NUL, forwarded as a space"
                        : "RFC 9112 §2.2: a CR without LF, forwarded as a space"
                )
                return 0x20
            }
        }
        if reason.contains(where: isForbidden) { reason = withoutForbidden(reason) }
        for index in fields.indices where fields[index].value.contains(where: isForbidden) {
            fields[index].value = withoutForbidden(fields[index].value)
        }
        for rule in rules.sorted() { note(rule) }
    }

    private static func statusLine(_ line: Line) throws(TransferFailure) -> ReplyHead {
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].count == 8, parts[0].starts(with: "HTTP/1.".utf8),
            let minor = parts[0].last.map({ Int($0) - 0x30 }), 0...9 ~= minor, parts[1].count == 3,
            let status = Int(String(decoding: parts[1], as: UTF8.self)), 100...999 ~= status
        else { throw notHTTP(Array(line.prefix(40))) }
        let reason = parts.count > 2 ? Array(parts[2].trimmed) : []
        return ReplyHead(status: status, reason: reason, minorVersion: min(1, minor), fields: [])
    }

    private static func notHTTP(_ bytes: [UInt8]) -> TransferFailure {
        if bytes.first == 0x15 || bytes.first == 0x16 {
            return TransferFailure(.tlsOnPlainPort, "it uses TLS on this port")
        }
        let text = String(decoding: bytes, as: UTF8.self).printable
        return TransferFailure(.malformed, "its reply is not HTTP/1.1: \"\(text)\"")
    }
}

/// The reason phrases of registered status codes (RFC 9110 §15 and the IANA registry); empty for others.
package enum StatusReason {
    package static func phrase(_ status: Int) -> String { phrases[status] ?? "" }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 418: "I'm a teapot", 421: "Misdirected Request", 422: "Unprocessable Content",
        423: "Locked", 424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended", 511: "Network Authentication Required",
    ]
}
