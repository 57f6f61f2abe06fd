import Rehearsal

/// The four forms of a request target (RFC 9112 §3.2).
enum RequestTarget {
    @inline(__always)
    static func locatePath(_ bytes: Span<UInt8>, _ head: inout RequestHead, pathEnd: Int) throws(Violation) {
        if bytes[Int(head.target.start)] == 0x2F, head.methodCode != .other || !bytes.equals(head.method, connect) {
            head.path = RequestHead.Slice(Int(head.target.start), pathEnd)
        } else {
            try locateElsewhere(bytes, &head, pathEnd: pathEnd)
        }
    }

    /// Reads a target that is no path.
    private static func locateElsewhere(
        _ bytes: Span<UInt8>,
        _ head: inout RequestHead,
        pathEnd: Int,
    ) throws(Violation) {
        if bytes.equals(head.method, connect) { return try locateNothing(bytes, &head) }
        if head.target.count == 1, bytes[Int(head.target.start)] == 0x2A {
            guard bytes.equals(head.method, options) else {
                throw Violation(400, "RFC 9112 §3.2.4: the target \"*\" is for OPTIONS only")
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
        try judge(authority, bytes)
        head.authority = authority
        // An empty path stands for "/" (RFC 9110 §4.2.3), which is the byte before the authority.
        head.path = index < pathEnd ? RequestHead.Slice(index, pathEnd) : RequestHead.Slice(start - 1, start)
        for index in index..<Int(head.target.end) where bytes[index] == 0x5B || bytes[index] == 0x5D {
            throw Violation(400, "RFC 9112 §3.2: a target holds a bracket outside of its host")
        }
        if isSecure(bytes, head.target) {
            throw Violation(421, "RFC 9110 §7.4: the target is an https URL, and this is a plain connection")
        }
    }

    /// CONNECT names a host and a port, and no path (RFC 9112 §3.2.3).
    private static func locateNothing(_ bytes: Span<UInt8>, _ head: inout RequestHead) throws(Violation) {
        guard Authority.isValid(bytes, head.target), Authority.hasHost(bytes, head.target),
            Authority.hasPort(bytes, head.target)
        else { throw Violation(400, "RFC 9112 §3.2.3: the target of CONNECT is host:port") }
        head.path = RequestHead.Slice(Int(head.target.end), Int(head.target.end))
        head.query = nil
    }

    private static func judge(_ authority: RequestHead.Slice, _ bytes: Span<UInt8>) throws(Violation) {
        guard Authority.hasHost(bytes, authority) else {
            throw Violation(400, "RFC 9110 §4.2.1: the target is an absolute URL without a host")
        }
        for index in authority.range where bytes[index] == 0x40 {
            throw Violation(400, "RFC 9110 §4.2.4: the target holds a user's name before its host")
        }
        guard Authority.isValid(bytes, authority) else {
            throw Violation(400, "RFC 9112 §3.2.2: the host of the target is not a name or an address with a port")
        }
    }

    /// Where the authority of an absolute `http` or `https` target begins.
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
