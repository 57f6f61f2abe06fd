import Rehearsal

/// A request line with the positions of its parts.
struct RequestText {
    let bytes: [UInt8]
    private(set) var head = RequestHead()

    init(_ method: String, path: String, query: String? = nil) {
        let name = Array(method.utf8)
        let target = Array(path.utf8)
        bytes = name + [0x20] + target + (query.map { [UInt8(ascii: "?")] + Array($0.utf8) } ?? [])
        let start = name.count + 1
        head.method = RequestHead.Slice(0, name.count)
        head.path = RequestHead.Slice(start, start + target.count)
        head.target = RequestHead.Slice(start, bytes.count)
        if query != nil { head.query = RequestHead.Slice(start + target.count + 1, bytes.count) }
        let slice = head.method
        head.methodCode = bytes.withUnsafeBufferPointer { MethodCode($0.span, slice) }
    }

    /// Whether a client can send the target without escaping it (RFC 3986 §2.1).
    var isSendable: Bool {
        let path = bytes[head.path.range]
        let target = Array(bytes[head.target.range])
        let isWhole =
            target.allSatisfy { $0 > 0x20 && $0 < 0x7F } && PercentEncoding.escapingInvalidBytes(target) == target
        return path.first == UInt8(ascii: "/") && isWhole && !path.contains(UInt8(ascii: "?"))
    }

    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body($0.span) }
    }
}
