/// Characters of a document that a parser reads byte by byte.
extension UnsafeBufferPointer<UInt8> {
    /// Returns the number of bytes of the character at a position (Unicode 15, table 3-7); nil if it is not UTF-8.
    func lengthOfCharacter(at position: Int) -> Int? {
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch self[position] {
            case 0x00..<0x80: (1, 0...0)
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        let end = position + length
        guard length > 0, end <= count, length == 1 || second ~= self[position + 1],
            length < 3 || self[(position + 2)..<end].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { return nil }
        return length
    }

    /// Returns an error about bytes that are not UTF-8.
    func invalidCharacter(at position: Int) -> JSONSyntaxError {
        let digits = String(self[position], radix: 16, uppercase: true)
        return JSONSyntaxError(
            offset: position,
            "found byte 0x\(digits), which is not UTF-8",
            fix: "save the document as UTF-8"
        )
    }

    /// Returns a description of the word, character or byte at a position, for a message.
    func describedToken(at position: Int) -> String {
        guard position < count else { return "the end of the document" }
        let rest = self[position...]
        let word = rest.prefix(24).prefix { 0x30..<0x3A ~= $0 || 0x61..<0x7B ~= $0 | 0x20 || $0 == 0x5F }
        if !word.isEmpty { return "\"\(String(decoding: word, as: UTF8.self))\"" }
        switch rest[position] {
        case 0x0A, 0x0D: return "the end of the line"
        case 0x09: return "a tab"
        case UInt8(ascii: "\""): return "a string"
        case 0x20..<0x7F: return "\"\(Character(Unicode.Scalar(rest[position])))\""
        case let byte:
            var decoder = UTF8()
            var iterator = rest.prefix(4).makeIterator()
            if byte >= 0x80, case .scalarValue(let character) = decoder.decode(&iterator) {
                return "\"\(character)\""
            }
            return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
