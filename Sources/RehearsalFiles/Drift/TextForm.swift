import Rehearsal

/// How a string of a document is written, as far as readers care.
enum TextForm: String, Sendable, Hashable {
    case instant = "a date and time"
    case instantWithFraction = "a date and time with a fraction of a second"
    case day = "a date"
    case uuid = "a UUID"
    case url = "a URL"
    case path = "a path"
    case number = "a number in quotes"
    /// `in_progress`: one of a few, it seems.
    case word = "a word"
    case text

    init(_ text: String) {
        let bytes = Array(text.utf8)
        if let instant = Self.instant(bytes) {
            self = instant
        } else if Self.isUUID(bytes) {
            self = .uuid
        } else if text.hasPrefix("https://") || text.hasPrefix("http://") {
            self = .url
        } else if bytes.first == UInt8(ascii: "/") && bytes.count > 1 && !bytes.contains(0x20) {
            self = .path
        } else if Self.isNumber(bytes) {
            self = .number
        } else {
            self = Self.isWord(bytes) ? .word : .text
        }
    }

    /// Whether another way of writing it says that a reader may fail.
    var isStrict: Bool { self != .text && self != .word }

    /// RFC 3339 §5.6, with either of its separators.
    private static func instant(_ bytes: [UInt8]) -> TextForm? {
        guard bytes.count >= 10, matches(bytes[..<10], "0000-00-00") else { return nil }
        if bytes.count == 10 { return .day }
        guard bytes.count >= 19, matches(bytes[11..<19], "00:00:00"), [0x54, 0x74, 0x20].contains(bytes[10]) else {
            return nil
        }
        return bytes.count > 19 && bytes[19] == UInt8(ascii: ".") ? .instantWithFraction : .instant
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.hexValue != nil
        }
    }

    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }
    }

    /// In one case, as the words of enumerations are and names of people and places are not.
    private static func isWord(_ bytes: [UInt8]) -> Bool {
        let letters = bytes.filter { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
        let isOneCase = letters.allSatisfy { 0x61...0x7A ~= $0 } || letters.allSatisfy { 0x41...0x5A ~= $0 }
        return (1...40).contains(bytes.count) && letters.first == bytes.first && isOneCase
            && bytes.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || [0x5F, 0x2D].contains($0) }
    }

    /// Whether digits stand where the picture has a zero, and everything else is as it is there.
    private static func matches(_ bytes: ArraySlice<UInt8>, _ picture: String) -> Bool {
        zip(bytes, picture.utf8).allSatisfy { byte, wanted in
            wanted == UInt8(ascii: "0") ? 0x30...0x39 ~= byte : byte == wanted
        }
    }
}
