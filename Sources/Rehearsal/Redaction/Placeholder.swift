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
        place == .text ? "\(opening)\(number.padded(to: 8))]" : prefix + number.padded(to: 8)
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

    /// Whether a value is what was recorded, where each placeholder in that stands for anything but nothing.
    package static func covers(_ recorded: [UInt8], _ value: [UInt8]) -> Bool {
        if recorded == value { return true }
        let parts = literals(of: recorded)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return false }
        guard value.count > first.count + last.count, value.starts(with: first),
            value.reversed().starts(with: last.reversed())
        else { return false }
        var rest = value[first.count..<(value.count - last.count)]
        for part in parts.dropFirst().dropLast() {
            // A placeholder takes one byte at least, so what stands between two is looked for after that.
            guard let start = Self.start(of: part, in: rest.dropFirst()) else { return false }
            rest = rest[(start + part.count)...]
        }
        return !rest.isEmpty
    }

    /// Whether there is a placeholder in a recorded value, so that it stands for others as well.
    package static func isOpen(_ recorded: [UInt8]) -> Bool { literals(of: recorded).count > 1 }

    /// The same with `[redacted]` for each placeholder, so that two that stand for the same values are equal.
    package static func unnumbered(_ recorded: [UInt8]) -> [UInt8] {
        let parts = literals(of: recorded)
        return parts.count > 1 ? Array(parts.joined(separator: Array("[redacted]".utf8))) : recorded
    }

    /// What stands around placeholders; one part where there is none.
    private static func literals(of recorded: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var part: [UInt8] = []
        var index = 0
        while index < recorded.count {
            let length = length(ofPlaceholderAt: index, in: recorded)
            if length > 0 {
                parts.append(part)
                part = []
                index += length
            } else {
                part.append(recorded[index])
                index += 1
            }
        }
        return parts + [part]
    }

    private static func length(ofPlaceholderAt index: Int, in bytes: [UInt8]) -> Int {
        guard bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "r") else { return 0 }
        let rest = bytes[index...]
        return [19, 17, 10].first { length in
            rest.count >= length && isOne(Array(rest.prefix(length)))
        } ?? 0
    }

    private static func start(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= part.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - part.count)).first { bytes[$0...].starts(with: part) }
    }
}

extension JSON {
    /// Whether it says the same as a recorded document, in which a placeholder stands for any value.
    package func isEquivalent(toRecorded recorded: JSON) -> Bool {
        let comparison = JSONComparison(
            isSame: { Placeholder.covers(Array($1.utf8), Array($0.utf8)) },
            isOpen: { Placeholder.isOpen(Array($0.utf8)) }
        )
        return comparison.holds(self, recorded)
    }

    /// The same with `[redacted]` for each placeholder in a string.
    package var unnumbered: JSON {
        switch self {
        case .string(let text): .string(Self.unnumbered(text))
        case .array(let elements): .array(elements.map(\.unnumbered))
        case .object(let members): .object(members.map { Member(Self.unnumbered($0.name), $0.value.unnumbered) })
        default: self
        }
    }

    private static func unnumbered(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "r")), Placeholder.isOpen(Array(text.utf8)) else { return text }
        return String(decoding: Placeholder.unnumbered(Array(text.utf8)), as: UTF8.self)
    }
}
