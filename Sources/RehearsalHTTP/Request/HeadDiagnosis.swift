@_spi(Wire) import Rehearsal

/// A diagnosis that finds the violated rule in a rejected line. It is slower than parsing, and runs only on errors.
enum HeadDiagnosis {
    static let bareReturn = Violation(400, "RFC 9112 §2.2: a CR is not followed by LF")

    /// Returns the leftmost violation in the request line (RFC 9112 §3).
    static func requestLineViolation(_ bytes: Span<UInt8>) -> Violation {
        let line = firstLine(bytes)
        if line.contains(0x0D) { return bareReturn }
        let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
        if let violation = methodViolation(words[0]) { return violation }
        if words.contains(where: \.isEmpty) || line.contains(0x09) {
            return Violation(400, "RFC 9112 §3: one space must separate the parts of the request line")
        }
        guard words.count > 1 else {
            return Violation(400, "RFC 9112 §3: the request line has neither target nor version")
        }
        let last = words.count > 2 ? words.count - 1 : words.count
        if let violation = targetViolation(words[1..<last].flatMap(\.self)) { return violation }
        if words.count > 3 { return Violation(400, "RFC 9112 §3.2: the target contains white space") }
        guard words.count == 3 else {
            return Violation(400, "RFC 9112 §3: the request line has no version")
        }
        return Violation(400, "RFC 9112 §2.3: the request line does not end in HTTP/digit.digit")
    }

    private static func firstLine(_ bytes: Span<UInt8>) -> [UInt8] {
        var end = 0
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        return bytes.bytes(RequestHead.Slice(0, max(0, end - 1)))
    }

    private static func methodViolation(_ word: ArraySlice<UInt8>) -> Violation? {
        guard let byte = word.prefix(while: { $0 != 0x09 }).first(where: { !ByteClass.isToken($0) }) else { return nil }
        return Violation(400, "RFC 9112 §3.1: the method contains \(name(byte)), which is not a token character")
    }

    private static func targetViolation(_ target: [UInt8]) -> Violation? {
        for (index, byte) in target.enumerated() where !ByteClass.isTarget(byte) {
            switch byte {
            case 0x25:
                let digits = target[(index + 1)...].prefix(2)
                if digits.count == 2, digits.allSatisfy({ $0.hexValue != nil }) { continue }
                return Violation(400, "RFC 9112 §3.2: a \"%\" in the target is not followed by two hexadecimal digits")
            case 0x5B where target.first != 0x2F, 0x5D where target.first != 0x2F: continue
            case 0x23: return Violation(400, "RFC 9112 §3.2: the target has a fragment, which a client must not send")
            default:
                let remedy = byte > 0x20 && byte != 0x7F ? "; write \(escape(byte))" : ""
                return Violation(400, "RFC 9112 §3.2: the target contains \(name(byte)), which is not valid\(remedy)")
            }
        }
        return nil
    }

    /// Returns the violation in the name of a header field.
    ///
    /// - Parameters:
    ///   - start: the beginning of the header line.
    ///   - index: the first byte that is not valid in a name.
    ///   - isFirst: whether the line is the first after the request line.
    static func nameViolation(_ bytes: Span<UInt8>, _ start: Int, _ index: Int, isFirst: Bool) -> Violation {
        let isBlank = bytes[index] == 0x20 || bytes[index] == 0x09
        if isBlank, index == start, isFirst {
            return Violation(400, "RFC 9112 §2.2: white space precedes the first field")
        }
        if isBlank, index == start { return folded }
        if isBlank, isFollowedByColon(bytes, index) {
            return Violation(400, "RFC 9112 §5.1: white space between a field name and its colon")
        }
        switch bytes[index] {
        case 0x3A: return Violation(400, "RFC 9112 §5: a header line has no name before its colon")
        case 0x0D where bytes[index + 1] == 0x0A:
            return Violation(400, "RFC 9112 §5: a header line has no colon")
        case 0x0D: return bareReturn
        case let byte:
            let problem = "a field name contains \(name(byte)), which is not a token character"
            return Violation(400, "RFC 9110 §5.1: \(problem)")
        }
    }

    static let folded = Violation(400, "RFC 9112 §5.2: a header line begins with white space (obsolete folding)")

    /// Returns the violation of an empty value: ``folded`` if the next line continues the value, otherwise `empty`.
    static func emptyValueViolation(_ bytes: Span<UInt8>, _ value: RequestHead.Slice, else empty: Violation)
        -> Violation
    {
        let next = Int(value.end) + 2
        return bytes[next] == 0x20 || bytes[next] == 0x09 ? folded : empty
    }

    private static func isFollowedByColon(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        var index = start
        while bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        return bytes[index] == 0x3A
    }

    static func valueViolation(_ byte: UInt8) -> Violation {
        byte == 0x0D ? bareReturn : Violation(400, "RFC 9110 §5.5: a field value contains \(name(byte))")
    }

    /// Returns the description of a byte for a message.
    private static func name(_ byte: UInt8) -> String {
        switch byte {
        case 0x00: "NUL"
        case 0x09: "a tab"
        case 0x20: "a space"
        case 0x21..<0x7F: "\"\(Character(Unicode.Scalar(byte)))\""
        default: "byte \(byte)"
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        String(
            decoding: [0x25, PercentEncoding.hexDigit(byte >> 4), PercentEncoding.hexDigit(byte & 15)],
            as: UTF8.self
        )
    }
}
