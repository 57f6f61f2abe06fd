import Rehearsal

/// A request line with the positions of its parts.
struct RequestText {
    let bytes: [UInt8]
    private(set) var head = RequestHead()

    /// - Parameter host: the value of the `Host` field; nil for a request without the field.
    init(_ method: String, path: String, query: String? = nil, host: String? = nil) {
        let name = Array(method.utf8)
        let target = Array(path.utf8)
        let line = name + [0x20] + target + (query.map { [UInt8(ascii: "?")] + Array($0.utf8) } ?? [])
        let field = host.map { Array("\r\nHost:".utf8) + Array($0.utf8) } ?? []
        bytes = line + field
        let start = name.count + 1
        head.method = RequestHead.Slice(0, name.count)
        head.path = RequestHead.Slice(start, start + target.count)
        head.target = RequestHead.Slice(start, line.count)
        if query != nil { head.query = RequestHead.Slice(start + target.count + 1, line.count) }
        if host != nil {
            head.host = RequestHead.Slice(line.count + 7, bytes.count)
            head.fields.append(.init(name: .init(line.count + 2, line.count + 6), value: head.host))
        }
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
