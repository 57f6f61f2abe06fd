/// A lenient parser of request heads, for display and counting only.
package struct RawHead {
    package private(set) var head = RequestHead()

    /// - Parameter readsFields: whether to read the header fields after the request line.
    package init(_ bytes: [UInt8], readsFields: Bool = true) {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let line = start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end)
            if start == 0 {
                readRequestLine(bytes, line)
                if !readsFields { return }
            } else if line.isEmpty {
                break
            } else {
                readField(bytes, line)
            }
            start = end + 1
        }
    }

    private mutating func readRequestLine(_ bytes: [UInt8], _ line: Range<Int>) {
        let method = word(bytes, line)
        head.method = RequestHead.Slice(method.lowerBound, method.upperBound)
        let target = word(bytes, method.upperBound..<line.upperBound)
        head.target = RequestHead.Slice(target.lowerBound, target.upperBound)
        let version = trimmed(bytes, target.upperBound..<line.upperBound)
        head.version = RequestHead.Slice(version.lowerBound, version.upperBound)
        locatePath(bytes, target)
    }

    /// Returns the range of the next word, after any spaces and tabs.
    private func word(_ bytes: [UInt8], _ rest: Range<Int>) -> Range<Int> {
        let start = bytes[rest].firstIndex { !$0.isBlank } ?? rest.upperBound
        let end = bytes[start..<rest.upperBound].firstIndex(where: \.isBlank) ?? rest.upperBound
        return start..<end
    }

    private func trimmed(_ bytes: [UInt8], _ text: Range<Int>) -> Range<Int> {
        let content = bytes[text].trimmed
        return content.isEmpty ? text.upperBound..<text.upperBound : content.indices
    }

    /// Locates the path and query of an origin-form or absolute-form target (RFC 9112 §3.2); other forms are
    /// not split.
    private mutating func locatePath(_ bytes: [UInt8], _ target: Range<Int>) {
        let question = bytes[target].firstIndex(of: UInt8(ascii: "?"))
        let end = question ?? target.upperBound
        if let question { head.query = RequestHead.Slice(question + 1, target.upperBound) }
        var start = target.lowerBound
        if bytes[target].first != UInt8(ascii: "/"), let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")),
            bytes[colon..<end].starts(with: Array("://".utf8))
        {
            // An empty path means "/" (RFC 9110 §4.2.3), so the slice covers the second slash of "://".
            guard let slash = bytes[(colon + 3)..<end].firstIndex(of: UInt8(ascii: "/")) else {
                head.path = RequestHead.Slice(colon + 2, colon + 3)
                return
            }
            start = slash
        }
        head.path = RequestHead.Slice(start, end)
    }

    private mutating func readField(_ bytes: [UInt8], _ line: Range<Int>) {
        if let first = line.first, bytes[first].isBlank, let last = head.fields.indices.last {
            // A folded line continues the previous field (RFC 9112 §5.2).
            let rest = trimmed(bytes, line)
            let value = head.fields[last].value
            let start = value.isEmpty ? rest.lowerBound : Int(value.start)
            head.fields[last].value = RequestHead.Slice(start, rest.upperBound)
            return
        }
        let colon = bytes[line].firstIndex(of: 0x3A) ?? line.upperBound
        let value = trimmed(bytes, min(colon + 1, line.upperBound)..<line.upperBound)
        head.fields.append(
            RequestHead.Field(
                name: RequestHead.Slice(line.lowerBound, colon),
                value: RequestHead.Slice(value.lowerBound, value.upperBound)
            )
        )
    }
}
