import Rehearsal

/// The four forms of a request target (RFC 9112 §3.2).
enum RequestTarget {
    static func locatePath(_ bytes: Span<UInt8>, _ head: inout RequestHead, pathEnd: Int) throws(Violation) {
        let start = Int(head.target.start)
        let end = Int(head.target.end)
        if bytes[start] == 0x2F {
            head.path = RequestHead.Slice(start, pathEnd)
            return
        }
        if bytes.equals(head.method, connect) {
            head.path = RequestHead.Slice(end, end)
            head.query = nil
            return
        }
        if end - start == 1, bytes[start] == 0x2A {
            guard bytes.equals(head.method, options) else {
                throw Violation(400, "RFC 9112 §3.2.4: the target \"*\" is for OPTIONS only")
            }
            head.path = head.target
            return
        }
        guard let authority = authorityStart(bytes, head.target) else {
            throw Violation(400, "RFC 9112 §3.2: the target is neither a path nor an absolute URL")
        }
        var index = authority
        while index < pathEnd, bytes[index] != 0x2F { index += 1 }
        guard index > authority else {
            throw Violation(400, "RFC 9110 §4.2.1: the target is an absolute URL without a host")
        }
        // An empty path stands for "/" (RFC 9110 §4.2.3), which is the byte before the authority.
        head.path = index < pathEnd ? RequestHead.Slice(index, pathEnd) : RequestHead.Slice(authority - 1, authority)
    }

    /// Where the authority of an absolute `http` or `https` target begins.
    private static func authorityStart(_ bytes: Span<UInt8>, _ target: RequestHead.Slice) -> Int? {
        for scheme in [plain, secure] where target.count > scheme.count {
            let prefix = RequestHead.Slice(Int(target.start), Int(target.start) + scheme.count)
            if bytes.equalsIgnoringCase(prefix, scheme) { return Int(prefix.end) }
        }
        return nil
    }

    private static let connect = Array("CONNECT".utf8)
    private static let options = Array("OPTIONS".utf8)
    private static let plain = Array("http://".utf8)
    private static let secure = Array("https://".utf8)
}
