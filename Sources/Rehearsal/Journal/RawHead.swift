/// Where the parts of a head lie, read leniently: for showing and counting what arrived, never for deciding about it.
struct RawHead {
    private(set) var head = RequestHead()

    init(_ bytes: [UInt8]) {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let line = start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end)
            if start == 0 {
                readRequestLine(bytes, line)
            } else if line.isEmpty {
                break
            } else {
                readField(bytes, line)
            }
            start = end + 1
        }
    }

    private mutating func readRequestLine(_ bytes: [UInt8], _ line: Range<Int>) {
        let first = bytes[line].firstIndex(of: 0x20) ?? line.upperBound
        head.method = RequestHead.Slice(line.lowerBound, first)
        guard first < line.upperBound else { return }
        let rest = first + 1..<line.upperBound
        let second = bytes[rest].firstIndex(of: 0x20) ?? rest.upperBound
        head.target = RequestHead.Slice(rest.lowerBound, second)
        if second < rest.upperBound { head.version = RequestHead.Slice(second + 1, rest.upperBound) }
        locatePath(bytes, rest.lowerBound..<second)
    }

    /// The path of an origin-form or absolute-form target (RFC 9112 §3.2); what is left of the other forms is as it is.
    private mutating func locatePath(_ bytes: [UInt8], _ target: Range<Int>) {
        let question = bytes[target].firstIndex(of: UInt8(ascii: "?"))
        let end = question ?? target.upperBound
        if let question { head.query = RequestHead.Slice(question + 1, target.upperBound) }
        var start = target.lowerBound
        if bytes[target].first != UInt8(ascii: "/"), let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")),
            bytes[colon..<end].starts(with: Array("://".utf8))
        {
            // An empty path stands for "/" (RFC 9110 §4.2.3), which is the byte before the authority.
            guard let slash = bytes[(colon + 3)..<end].firstIndex(of: UInt8(ascii: "/")) else {
                head.path = RequestHead.Slice(colon + 2, colon + 3)
                return
            }
            start = slash
        }
        head.path = RequestHead.Slice(start, end)
    }

    private mutating func readField(_ bytes: [UInt8], _ line: Range<Int>) {
        let colon = bytes[line].firstIndex(of: 0x3A) ?? line.upperBound
        var value = min(colon + 1, line.upperBound)..<line.upperBound
        while let first = value.first, Self.isBlank(bytes[first]) { value = first + 1..<value.upperBound }
        while let last = value.last, Self.isBlank(bytes[last]) { value = value.lowerBound..<last }
        head.fields.append(
            RequestHead.Field(
                name: RequestHead.Slice(line.lowerBound, colon),
                value: RequestHead.Slice(value.lowerBound, value.upperBound)
            )
        )
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
