@_spi(Wire) import Rehearsal

/// A parser of the four forms of a request target (RFC 9112 §3.2).
enum RequestTarget {
    @inline(__always)
    static func locatePath(_ bytes: Span<UInt8>, _ head: inout RequestHead, pathEnd: Int) throws(Violation) {
        if bytes[Int(head.target.start)] == 0x2F, head.methodCode != .other || !bytes.equals(head.method, connect) {
            head.path = RequestHead.Slice(Int(head.target.start), pathEnd)
        } else {
            try locateOtherForm(bytes, &head, pathEnd: pathEnd)
        }
        if head.path.count > 1, bytes[Int(head.path.start) + 1] == 0x7E { head.maySelectSession = true }
    }

    /// Parses a target that is not a path.
    private static func locateOtherForm(
        _ bytes: Span<UInt8>,
        _ head: inout RequestHead,
        pathEnd: Int,
    ) throws(Violation) {
        if bytes.equals(head.method, connect) { return try locateConnectTarget(bytes, &head) }
        if head.target.count == 1, bytes[Int(head.target.start)] == 0x2A {
            guard bytes.equals(head.method, options) else {
                throw Violation(400, "RFC 9112 §3.2.4: the target \"*\" is valid only for OPTIONS")
            }
            head.path = head.target
            return
        }
        guard let start = authorityStart(bytes, head.target) else {
            throw Violation(400, "RFC 9112 §3.2: the target is neither a path nor an http URL")
        }
        var index = start
        while index < pathEnd, bytes[index] != 0x2F { index += 1 }
        let authority = RequestHead.Slice(start, index)
        try validate(authority, bytes)
        head.authority = authority
        // An empty path means "/" (RFC 9110 §4.2.3), so `path` is set to the slash before the authority.
        head.path = index < pathEnd ? RequestHead.Slice(index, pathEnd) : RequestHead.Slice(start - 1, start)
        for index in index..<Int(head.target.end) where bytes[index] == 0x5B || bytes[index] == 0x5D {
            throw Violation(400, "RFC 9112 §3.2: the target contains a bracket outside its host")
        }
        if isSecure(bytes, head.target) {
            throw Violation(421, "RFC 9110 §7.4: the target is an https URL, and this is a plain connection")
        }
    }

    /// Parses the target of CONNECT, which has a host and a port but no path (RFC 9112 §3.2.3).
    private static func locateConnectTarget(_ bytes: Span<UInt8>, _ head: inout RequestHead) throws(Violation) {
        guard Authority.isValid(bytes, head.target), Authority.hasHost(bytes, head.target),
            Authority.hasPort(bytes, head.target)
        else { throw Violation(400, "RFC 9112 §3.2.3: the target of CONNECT must be host:port") }
        head.path = RequestHead.Slice(Int(head.target.end), Int(head.target.end))
        head.query = nil
    }

    private static func validate(_ authority: RequestHead.Slice, _ bytes: Span<UInt8>) throws(Violation) {
        guard Authority.hasHost(bytes, authority) else {
            throw Violation(400, "RFC 9110 §4.2.1: the target is an absolute URL without a host")
        }
        for index in authority.range where bytes[index] == 0x40 {
            throw Violation(400, "RFC 9110 §4.2.4: the target has user information before its host")
        }
        guard Authority.isValid(bytes, authority) else {
            throw Violation(400, "RFC 9112 §3.2.2: the target does not have a valid host with an optional port")
        }
    }

    /// Returns the start of the authority of an absolute `http` or `https` target; nil for other targets.
    private static func authorityStart(_ bytes: Span<UInt8>, _ target: RequestHead.Slice) -> Int? {
        for scheme in [plain, secure] where target.count >= scheme.count {
            let prefix = RequestHead.Slice(Int(target.start), Int(target.start) + scheme.count)
            if bytes.equalsIgnoringCase(prefix, scheme) { return Int(prefix.end) }
        }
        return nil
    }

    private static func isSecure(_ bytes: Span<UInt8>, _ target: RequestHead.Slice) -> Bool {
        bytes[Int(target.start) + 4] != 0x3A
    }

    private static let connect = Array("CONNECT".utf8)
    private static let options = Array("OPTIONS".utf8)
    private static let plain = Array("http://".utf8)
    private static let secure = Array("https://".utf8)
}

/// The grammar of a host with a port, in `Host` and in absolute targets (RFC 9110 §7.2, RFC 3986 §3.2).
enum Authority {
    /// Returns whether the bytes are `uri-host [":" port]`; an empty host is valid.
    @inline(__always)
    static func isValid(_ bytes: Span<UInt8>, _ authority: RequestHead.Slice) -> Bool {
        let end = Int(authority.end)
        // The byte after the authority is a slash, a space or the end of a line, which end the run.
        var index = Int(authority.start) &+ bytes.hostNameRun(from: Int(authority.start))
        while index < end, ByteClass.isHostName(bytes[index]) { index += 1 }
        if index < end, bytes[index] == 0x3A {
            index += 1
            while index < end, bytes[index].isDigit { index += 1 }
        }
        return index == end || isUnusual(bytes, authority)
    }

    /// Returns whether a host precedes the port.
    static func hasHost(_ bytes: Span<UInt8>, _ authority: RequestHead.Slice) -> Bool {
        !authority.isEmpty && bytes[Int(authority.start)] != 0x3A
    }

    /// Returns whether a port is present.
    static func hasPort(_ bytes: Span<UInt8>, _ authority: RequestHead.Slice) -> Bool {
        let text = bytes.bytes(authority)
        guard let colon = text.lastIndex(of: 0x3A), colon + 1 < text.count else { return false }
        return text[(colon + 1)...].allSatisfy(\.isDigit)
    }

    /// Returns whether the bytes are a name with percent-escapes, or an address in brackets.
    private static func isUnusual(_ bytes: Span<UInt8>, _ authority: RequestHead.Slice) -> Bool {
        let text = bytes.bytes(authority)
        var rest = ArraySlice(text)
        if text.first == 0x5B {
            guard let bracket = text.firstIndex(of: 0x5D), isAddress(text[1..<bracket]) else { return false }
            rest = text[(bracket + 1)...]
        } else {
            while let byte = rest.first, byte != 0x3A {
                if byte == 0x25 {
                    guard rest.count > 2, rest.dropFirst().prefix(2).allSatisfy({ $0.hexValue != nil }) else {
                        return false
                    }
                    rest = rest.dropFirst(3)
                } else {
                    guard ByteClass.isHostName(byte) else { return false }
                    rest = rest.dropFirst()
                }
            }
        }
        return rest.isEmpty || (rest.first == 0x3A && rest.dropFirst().allSatisfy(\.isDigit))
    }

    /// Returns whether the bytes in brackets are an IPv6 address or of the form `IPvFuture` (RFC 3986 §3.2.2).
    private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        if text.first == UInt8(ascii: "v") || text.first == UInt8(ascii: "V") {
            guard let dot = text.firstIndex(of: 0x2E), dot > text.startIndex + 1, dot + 1 < text.endIndex else {
                return false
            }
            return text[(text.startIndex + 1)..<dot].allSatisfy { $0.hexValue != nil }
                && text[(dot + 1)...].allSatisfy { ByteClass.isHostName($0) || $0 == 0x3A }
        }
        return IPv6Address.isValid(text)
    }
}

/// The grammar of an IPv6 address (RFC 3986 §3.2.2), which has eight groups.
///
/// `::` may replace one run of zero groups, and an IPv4 address may replace the last two groups.
enum IPv6Address {
    static func isValid(_ text: ArraySlice<UInt8>) -> Bool {
        let groups = text.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard groups.count >= 3, groups.count <= 9 else { return false }
        var count = 0
        var gaps = 0
        for (index, group) in groups.enumerated() {
            let isEdge = index == 0 || index == groups.count - 1
            if group.isEmpty {
                // `::` at either end yields two empty groups: "::1", "1::".
                let neighbour = index == 0 ? groups[1] : groups[index - 1]
                if isEdge, !neighbour.isEmpty { return false }
                if !isEdge { gaps += 1 }
            } else if index == groups.count - 1, group.contains(0x2E) {
                guard isIPv4(group) else { return false }
                count += 2
            } else {
                guard group.count <= 4, group.allSatisfy({ $0.hexValue != nil }) else { return false }
                count += 1
            }
        }
        return gaps == 0 ? count == 8 : gaps == 1 && count <= 7
    }

    private static func isIPv4(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy(\.isDigit) else { return false }
                guard part.count == 1 || part.first != 0x30 else { return false }
                return part.reduce(0) { $0 * 10 + Int($1 &- 0x30) } <= 255
            }
    }
}
