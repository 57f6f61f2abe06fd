/// What stands in the place of a secret: `[redacted 0000002a]`, or `redacted-0000002a` where a bracket or a space
/// cannot stand.
package enum Placeholder {
    /// Where a placeholder stands, which decides how it is spelled.
    package enum Place: Sendable, Hashable {
        /// The value of a header, a string in a document, a text.
        case text
        /// The value of a cookie (RFC 6265 §4.1.1).
        case cookie
        /// Part of a path or a query.
        case url
    }

    /// What a placeholder says before its digits, in text.
    static let opening = "[redacted "
    /// The same in a cookie or a URL.
    static let prefix = "redacted-"

    /// Whether a value is a placeholder and nothing else.
    package static func isOne(_ text: String) -> Bool {
        if text == "[redacted]" { return true }
        if text.utf8.count == 19, text.hasPrefix(opening), text.hasSuffix("]") {
            return text.utf8.dropFirst(10).dropLast().allSatisfy { $0.hexValue != nil }
        }
        return text.utf8.count == 17 && text.hasPrefix(prefix)
            && text.utf8.dropFirst(9).allSatisfy { $0.hexValue != nil }
    }

    /// Whether a value is a placeholder and nothing else.
    package static func isOne(_ bytes: [UInt8]) -> Bool {
        8...19 ~= bytes.count && isOne(String(decoding: bytes, as: UTF8.self))
    }

    /// Whether a placeholder stands anywhere in a text.
    package static func isFound(in text: String) -> Bool {
        numbers(in: Array(text.utf8)).first { _ in true } != nil || text.contains("[redacted]")
    }

    /// The number that a secret has in a recording, as its placeholder.
    package static func numbered(_ number: Int, in place: Place) -> String {
        let digits = String(number, radix: 10)
        let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return place == .text ? "\(opening)\(padded)]" : prefix + padded
    }

    /// The numbers of the placeholders in some bytes, whatever stands around them.
    package static func numbers(in bytes: [UInt8]) -> [Int] {
        // A hash of the journal's is no number, and nothing is lost by taking none for it.
        ranges(in: bytes).map { Int(String(decoding: bytes[$0].suffix(8), as: UTF8.self)) ?? 0 }
    }

    /// Where placeholders stand in some bytes, each without its brackets.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        let word = Array("redacted".utf8)
        var index = 0
        while let start = bytes[index...].firstIndex(of: word[0]) {
            index = start + 1
            guard start + 17 <= bytes.count, bytes[start...].starts(with: word) else { continue }
            // In an escaped URL the space is three bytes.
            let isEscaped = bytes[(start + 8)...].starts(with: "%20".utf8)
            guard isEscaped || bytes[start + 8] == 0x20 || bytes[start + 8] == UInt8(ascii: "-") else { continue }
            let digits = bytes[(start + (isEscaped ? 11 : 9))...].prefix(8)
            guard digits.count == 8, digits.allSatisfy({ $0.hexValue != nil }) else { continue }
            found.append(start..<digits.endIndex)
            index = digits.endIndex
        }
        return found
    }
}
