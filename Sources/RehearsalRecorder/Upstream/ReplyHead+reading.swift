import Rehearsal
import RehearsalFiles

extension ReplyHead {
    /// The largest head that is read.
    static let mostBytes = 256 << 10

    /// Reads a head from the beginning of what has come; nil while it is not complete.
    ///
    /// Backends are taken as they are: with lines that end in LF alone, folded lines, white space before a colon.
    ///
    /// - Returns: the head, and how many bytes it has with its empty line.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(UpstreamFailure) -> (head: ReplyHead, count: Int)? {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == 0x0A else { continue }
            let end = index > start && bytes[index - 1] == 0x0D ? index - 1 : index
            if end == start, !lines.isEmpty { return (try parse(lines), index + 1) }
            if end > start { lines.append(ArraySlice(bytes[start..<end])) }
            if lines.count == 1 { _ = try statusLine(lines[0]) }
            start = index + 1
        }
        guard bytes.count <= mostBytes else {
            throw UpstreamFailure(.malformed, "the head of its reply is larger than \(mostBytes >> 10) KiB")
        }
        // What is no HTTP may never have an end of line.
        if lines.isEmpty, !zip(bytes, "HTTP/1.".utf8).allSatisfy({ $0 == $1 || $0 == 0x0D || $0 == 0x0A }) {
            throw noHTTP(Array(bytes.prefix(40)))
        }
        return nil
    }

    private static func parse(_ lines: [ArraySlice<UInt8>]) throws(UpstreamFailure) -> ReplyHead {
        var head = try statusLine(lines[0])
        for line in lines.dropFirst() {
            if line.first == 0x20 || line.first == 0x09, !head.fields.isEmpty {
                head.fields[head.fields.count - 1].value += [0x20] + trimmed(line)
                continue
            }
            guard let colon = line.firstIndex(of: 0x3A), case let name = trimmed(line[..<colon]), !name.isEmpty,
                name.allSatisfy(ByteClass.isToken)
            else {
                let shown = String(decoding: line.prefix(80), as: UTF8.self).printable
                throw UpstreamFailure(.malformed, "its reply has a line that is no header field: \(shown)")
            }
            let value = trimmed(line[(colon + 1)...])
            head.fields.append(WireField(String(decoding: name, as: UTF8.self), Array(value)))
        }
        return head
    }

    private static func statusLine(_ line: ArraySlice<UInt8>) throws(UpstreamFailure) -> ReplyHead {
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].count == 8, parts[0].starts(with: "HTTP/1.".utf8),
            let minor = parts[0].last.map({ Int($0) - 0x30 }), 0...9 ~= minor, parts[1].count == 3,
            let status = Int(String(decoding: parts[1], as: UTF8.self)), 100...999 ~= status
        else { throw noHTTP(Array(line.prefix(40))) }
        let reason = parts.count > 2 ? Array(trimmed(parts[2])) : []
        return ReplyHead(status: status, reason: reason, minorVersion: min(1, minor), fields: [])
    }

    private static func noHTTP(_ bytes: [UInt8]) -> UpstreamFailure {
        if bytes.first == 0x15 || bytes.first == 0x16 {
            return UpstreamFailure(.malformed, "it speaks TLS on this port", hint: "take https:// in --upstream")
        }
        let shown = String(decoding: bytes, as: UTF8.self).printable
        return UpstreamFailure(.malformed, "what it sent is no reply of HTTP/1.1: \"\(shown)\"")
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let first = rest.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
        while let last = rest.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
        return rest
    }
}
