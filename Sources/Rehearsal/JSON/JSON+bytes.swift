extension JSON {
    /// The value as UTF-8, with numbers as they were written.
    ///
    /// - Parameter pretty: one member or element a line and two spaces a level; otherwise no space at all.
    package func bytes(pretty: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output, level: pretty ? 0 : nil)
        return output
    }

    /// - Parameter level: how deep this value stands, or nil for one line without spaces.
    private func write(to output: inout [UInt8], level: Int?) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let string): Self.write(string, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                Self.startLine(in: &output, level.map { $0 + 1 }, isFirst: index == 0)
                element.write(to: &output, level: level.map { $0 + 1 })
            }
            if !elements.isEmpty { Self.startLine(in: &output, level, isFirst: true) }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                Self.startLine(in: &output, level.map { $0 + 1 }, isFirst: index == 0)
                Self.write(member.name, to: &output)
                output.append(contentsOf: (level == nil ? ":" : ": ").utf8)
                member.value.write(to: &output, level: level.map { $0 + 1 })
            }
            if !members.isEmpty { Self.startLine(in: &output, level, isFirst: true) }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func startLine(in output: inout [UInt8], _ level: Int?, isFirst: Bool) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        guard let level else { return }
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    private static func write(_ string: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x08: output.append(contentsOf: #"\b"#.utf8)
            case 0x09: output.append(contentsOf: #"\t"#.utf8)
            case 0x0A: output.append(contentsOf: #"\n"#.utf8)
            case 0x0C: output.append(contentsOf: #"\f"#.utf8)
            case 0x0D: output.append(contentsOf: #"\r"#.utf8)
            case 0..<0x20:
                output.append(contentsOf: #"\u00"#.utf8)
                output.append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
                output.append(contentsOf: String(byte, radix: 16).utf8)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
