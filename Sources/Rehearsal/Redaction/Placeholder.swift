/// The replacement for a secret: `[redacted 0000002a]`, or `redacted-0000002a` where brackets and spaces are not valid.
package enum Placeholder {
    /// The context of a placeholder, which decides its spelling.
    package enum PlaceholderContext: Sendable, Hashable {
        /// A header value, a string in a document, or a text.
        case text
        /// A cookie value (RFC 6265 §4.1.1).
        case cookie
        /// A part of a path or a query.
        case url
    }

    /// The text before the digits in a text.
    static let opening = "[redacted "
    /// The text before the digits in a cookie or a URL.
    static let prefix = "redacted-"

    /// Returns whether a value is exactly a placeholder.
    package static func isPlaceholder(_ text: String) -> Bool {
        if text == "[redacted]" { return true }
        if text.utf8.count == 19, text.hasPrefix(opening), text.hasSuffix("]") {
            return text.utf8.dropFirst(10).dropLast().allSatisfy { $0.hexValue != nil }
        }
        return text.utf8.count == 17 && text.hasPrefix(prefix)
            && text.utf8.dropFirst(9).allSatisfy { $0.hexValue != nil }
    }

    /// Returns whether a value is exactly a placeholder.
    package static func isPlaceholder(_ bytes: [UInt8]) -> Bool {
        8...19 ~= bytes.count && isPlaceholder(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns whether a text contains a placeholder.
    package static func occurs(in text: String) -> Bool {
        numbers(in: Array(text.utf8)).first { _ in true } != nil || text.contains("[redacted]")
    }

    /// Returns the placeholder for the secret with this number in a recording.
    package static func numbered(_ number: Int, in context: PlaceholderContext) -> String {
        context == .text ? "\(opening)\(number.padded(to: 8))]" : prefix + number.padded(to: 8)
    }

    /// Returns the numbers of the placeholders in a sequence of bytes.
    package static func numbers(in bytes: [UInt8]) -> [Int] {
        // A placeholder of a journal has a hexadecimal hash instead of a number, which counts as 0.
        ranges(in: bytes).map { Int(String(decoding: bytes[$0].suffix(8), as: UTF8.self)) ?? 0 }
    }

    /// Returns the ranges of placeholders in a sequence of bytes, without brackets.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        let word = Array("redacted".utf8)
        var index = 0
        while let start = bytes[index...].firstIndex(of: word[0]) {
            index = start + 1
            guard start + 17 <= bytes.count, bytes[start...].starts(with: word) else { continue }
            // In a percent-encoded URL the space is three bytes.
            let isEscaped = bytes[(start + 8)...].starts(with: "%20".utf8)
            guard isEscaped || bytes[start + 8] == 0x20 || bytes[start + 8] == UInt8(ascii: "-") else { continue }
            let digits = bytes[(start + (isEscaped ? 11 : 9))...].prefix(8)
            guard digits.count == 8, digits.allSatisfy({ $0.hexValue != nil }) else { continue }
            found.append(start..<digits.endIndex)
            index = digits.endIndex
        }
        return found
    }

    /// Returns whether a value matches a recorded value, in which a placeholder matches one or more bytes.
    package static func matches(_ recorded: [UInt8], _ value: [UInt8]) -> Bool {
        if recorded == value { return true }
        let parts = literals(of: recorded)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return false }
        guard value.count > first.count + last.count, value.starts(with: first),
            value.reversed().starts(with: last.reversed())
        else { return false }
        var rest = value[first.count..<(value.count - last.count)]
        for part in parts.dropFirst().dropLast() {
            // A placeholder matches at least one byte, so the search starts after it.
            guard let start = Self.start(of: part, in: rest.dropFirst()) else { return false }
            rest = rest[(start + part.count)...]
        }
        return !rest.isEmpty
    }

    /// Returns whether a recorded value contains a placeholder.
    package static func hasPlaceholder(_ recorded: [UInt8]) -> Bool { literals(of: recorded).count > 1 }

    /// Returns the value with `[redacted]` for each placeholder, so that equivalent values are equal.
    package static func normalized(_ recorded: [UInt8]) -> [UInt8] {
        let parts = literals(of: recorded)
        return parts.count > 1 ? Array(parts.joined(separator: Array("[redacted]".utf8))) : recorded
    }

    /// Returns the literal parts around placeholders; one part if there is none.
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
            rest.count >= length && isPlaceholder(Array(rest.prefix(length)))
        } ?? 0
    }

    private static func start(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= part.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - part.count)).first { bytes[$0...].starts(with: part) }
    }
}

extension JSON {
    /// Returns whether the document equals a recorded one, in which a placeholder matches any text.
    package func isEquivalent(toRecorded recorded: JSON) -> Bool {
        let comparison = JSONComparison(
            isSame: { Placeholder.matches(Array($1.utf8), Array($0.utf8)) },
            isOpen: { Placeholder.hasPlaceholder(Array($0.utf8)) }
        )
        return comparison.areEqual(self, recorded)
    }

    /// The document with `[redacted]` for each placeholder in a string.
    package var normalizingPlaceholders: JSON {
        switch self {
        case .string(let text): .string(Self.normalized(text))
        case .array(let elements): .array(elements.map(\.normalizingPlaceholders))
        case .object(let members):
            .object(members.map { Member(Self.normalized($0.name), $0.value.normalizingPlaceholders) })
        default: self
        }
    }

    private static func normalized(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "r")), Placeholder.hasPlaceholder(Array(text.utf8)) else { return text }
        return String(decoding: Placeholder.normalized(Array(text.utf8)), as: UTF8.self)
    }
}
