import Rehearsal

/// Tells the keys of dictionaries, of which there are others each day, from the names of members, which a reader knows.
enum DictionaryKey {
    /// Whether a name is a number, a date, a UUID, an address or something else that was given and not chosen.
    static func isOne(_ name: String) -> Bool {
        switch TextForm(name) {
        case .moment, .webDate, .day, .uuid, .url, .path, .number: true
        case .word: false
        case .text, .capitalized:
            Placeholder.isFound(in: name) || isAddress(name) || isMonth(name) || isIdentifier(name)
        }
    }

    private static func isAddress(_ name: String) -> Bool {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") } && parts[1].contains(".")
    }

    /// `2026-11`.
    private static func isMonth(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        return parts.map(\.count) == [4, 2] && parts.joined().utf8.allSatisfy(\.isDigit)
    }

    /// `cus_8fJ2kQ1xYz`, `5f2b9c01ae`: `line_1` and `sha256` are names.
    private static func isIdentifier(_ name: String) -> Bool {
        let last = Array(lastPart(of: name).utf8)
        let digits = last.count(where: \.isDigit)
        if digits == last.count { return digits >= 3 && last.count < name.utf8.count && stem(of: name) == nil }
        let isHex = last.allSatisfy { $0.hexValue != nil }
        let isMixed = last.allSatisfy(\.isAlphanumeric)
        return last.count >= 8 && digits >= 2 && (isHex || (last.count < name.utf8.count && isMixed))
    }

    /// `order-` of `order-4711`: it may be a key of a dictionary, and a member, as `image_512` is; nil for others.
    static func stem(of name: String) -> String? {
        let number = lastPart(of: name)
        guard number.utf8.count >= 3, number.utf8.allSatisfy(\.isDigit) else { return nil }
        let stem = name.dropLast(number.count)
        return stem.contains(where: \.isLetter) && TextForm(name) == .text ? String(stem) : nil
    }

    private static func lastPart(of name: String) -> Substring {
        name[(name.lastIndex { separators.contains($0) }.map { name.index(after: $0) } ?? name.startIndex)...]
    }

    private static let separators: Set<Character> = ["_", "-", ":"]
}
