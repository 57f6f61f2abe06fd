extension JSON {
    /// Returns the value as UTF-8, with numbers in their source text.
    ///
    /// - Parameter pretty: Whether each member and element is on a separate line, indented by two spaces a level.
    ///   Otherwise the output has no white space between tokens.
    package func bytes(pretty: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        // A work list replaces recursion, so that the deepest document cannot overflow a small stack.
        var rest: [Step] = [.value(self, name: nil, isFirst: true, level: 0)]
        while let step = rest.popLast() {
            switch step {
            case .value(let value, let name, let isFirst, let level):
                if level > 0 { Self.startLine(in: &output, pretty ? level : nil, isFirst: isFirst) }
                if let name {
                    Self.write(name, to: &output)
                    output.append(contentsOf: (pretty ? ": " : ":").utf8)
                }
                value.begin(in: &output, level: level, rest: &rest)
            case .end(let bracket, let level):
                Self.startLine(in: &output, pretty ? level : nil, isFirst: true)
                output.append(bracket)
            }
        }
        return output
    }

    private enum Step {
        case value(JSON, name: String?, isFirst: Bool, level: Int)
        case end(UInt8, level: Int)
    }

    /// Writes a scalar or an opening bracket, and pushes the contents to the work list.
    private func begin(in output: inout [UInt8], level: Int, rest: inout [Step]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let string): Self.write(string, to: &output)
        case .array([]): output.append(contentsOf: "[]".utf8)
        case .object([]): output.append(contentsOf: "{}".utf8)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            rest.append(.end(UInt8(ascii: "]"), level: level))
            for (index, element) in elements.enumerated().reversed() {
                rest.append(.value(element, name: nil, isFirst: index == 0, level: level + 1))
            }
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            rest.append(.end(UInt8(ascii: "}"), level: level))
            for (index, member) in members.enumerated().reversed() {
                rest.append(.value(member.value, name: member.name, isFirst: index == 0, level: level + 1))
            }
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
        var string = string
        string.withUTF8 { appendEscaped($0, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    /// Appends the content of a string, without its quotation marks, and escaped as RFC 8259 §7 requires.
    ///
    /// - Parameter bytes: the content as UTF-8.
    package static func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var start = 0
        while start < bytes.count {
            let end = firstEscape(in: bytes, from: start)
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
            if end < bytes.count { write(bytes[end], to: &output) }
            start = end &+ 1
        }
    }

    /// Returns the offset of the first byte of a string that must be escaped, or the end. It examines eight at a time.
    private static func firstEscape(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var offset = start
        while offset &+ 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let (quotation, backslash) = (word ^ 0x2222_2222_2222_2222, word ^ 0x5C5C_5C5C_5C5C_5C5C)
            // The high bit of each byte marks a control character, a quotation mark or a backslash.
            let found =
                ((word &- 0x2020_2020_2020_2020) & ~word) | ((quotation &- 0x0101_0101_0101_0101) & ~quotation)
                | ((backslash &- 0x0101_0101_0101_0101) & ~backslash)
            if found & 0x8080_8080_8080_8080 != 0 { break }
            offset &+= 8
        }
        while offset < bytes.count, !needsEscape(bytes[offset]) { offset &+= 1 }
        return offset
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Writes a byte of a string, escaped if RFC 8259 §7 requires it.
    private static func write(_ byte: UInt8, to output: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            output.append(UInt8(ascii: "\\"))
            output.append(byte)
        case 0x08: output.append(contentsOf: #"\b"#.utf8)
        case 0x09: output.append(contentsOf: #"\t"#.utf8)
        case 0x0A: output.append(contentsOf: #"\n"#.utf8)
        case 0x0C: output.append(contentsOf: #"\f"#.utf8)
        case 0x0D: output.append(contentsOf: #"\r"#.utf8)
        case 0..<0x20:
            output.append(contentsOf: (#"\u"# + byte.padded(to: 4, radix: 16)).utf8)
        default: output.append(byte)
        }
    }

    /// Returns the value as UTF-8 for a file or a terminal that a person reads.
    ///
    /// In addition to ``bytes(pretty:)``, DEL, C1 controls and direction marks are escaped, so that bytes from a client
    /// cannot control the terminal.
    package func printableBytes(pretty: Bool = false) -> [UInt8] {
        Self.escapingControls(bytes(pretty: pretty))
    }

    /// Returns a document with DEL, C1 controls and direction marks escaped.
    ///
    /// - Parameter bytes: a document as UTF-8, whose C0 controls are escaped.
    package static func escapingControls(_ bytes: [UInt8]) -> [UInt8] {
        // C0 controls are escaped already, and all others except DEL begin with one of three bytes.
        guard !isPrintableASCII(bytes),
            bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF })
        else { return bytes }
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            // Non-ASCII characters occur in strings only; C0 controls here are white space between tokens.
            if scalar.isControl, scalar.value >= 0x20 {
                text += "\\u" + scalar.value.padded(to: 4, radix: 16)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return Array(text.utf8)
    }

    /// Returns whether every byte is below DEL, eight bytes at a time.
    private static func isPrintableASCII(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { raw in
            var offset = 0
            while offset &+ 8 <= raw.count {
                let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if ((word &+ 0x0101_0101_0101_0101) | word) & 0x8080_8080_8080_8080 != 0 { return false }
                offset &+= 8
            }
            return raw[offset...].allSatisfy { $0 < 0x7F }
        }
    }
}
