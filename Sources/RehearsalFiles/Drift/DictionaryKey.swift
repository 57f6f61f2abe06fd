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
        return parts.map(\.count) == [4, 2] && parts.joined().utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// `cus_8fJ2kQ1xYz`, `order-4711`, `5f2b9c01ae`: `line_1` and `sha256` are names.
    private static func isIdentifier(_ name: String) -> Bool {
        let isSeparated = name.contains { $0 == "_" || $0 == "-" || $0 == ":" }
        let last = name.split { $0 == "_" || $0 == "-" || $0 == ":" }.last.map { Array($0.utf8) } ?? []
        let digits = last.count { 0x30...0x39 ~= $0 }
        if digits == last.count { return isSeparated && digits >= 3 }
        let isHex = last.allSatisfy { $0.hexValue != nil }
        let isMixed = last.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
        return last.count >= 8 && digits >= 2 && (isHex || (isSeparated && isMixed))
    }
}
