/// Host names, addresses and e-mail addresses.
enum HostFormats {
    /// Returns whether a text has four decimal numbers without leading zeros (RFC 3986 §3.2.2).
    static func isIPv4(_ bytes: Substring.UTF8View) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                1...3 ~= part.count && part.allSatisfy(\.isDigit)
                    && (part.count == 1 || part.first != UInt8(ascii: "0"))
                    && part.reduce(0) { $0 * 10 + Int($1 &- 0x30) } < 256
            }
    }

    /// Returns whether a text is an address without zone (RFC 4291 §2.2).
    static func isIPv6(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.count <= 45 else { return false }
        let text = Array(bytes)
        var gap: Int?
        for index in text.indices.dropLast() where text[index] == UInt8(ascii: ":") && text[index + 1] == text[index] {
            guard gap == nil else { return false }
            gap = index
        }
        guard let gap else { return groups(text[...], isLast: true) == 8 }
        guard let left = groups(text[..<gap], isLast: false), let right = groups(text[(gap + 2)...], isLast: true)
        else {
            return false
        }
        return left + right <= 7
    }

    /// Returns the number of groups of 16 bits; nil if one is invalid.
    private static func groups(_ text: ArraySlice<UInt8>, isLast: Bool) -> Int? {
        guard !text.isEmpty else { return 0 }
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = 0
        for (index, part) in parts.enumerated() {
            if 1...4 ~= part.count, part.allSatisfy({ $0.hexValue != nil }) {
                count += 1
            } else if isLast, index == parts.count - 1, isIPv4(String(decoding: part, as: UTF8.self).utf8[...]) {
                count += 2
            } else {
                return nil
            }
        }
        return count
    }

    /// Returns whether a text has labels of letters, digits and hyphens (RFC 1123 §2.1).
    static func isHostname(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.count <= 253 else { return false }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy { isLabel($0, isInternational: false) }
    }

    private static func isLabel(_ label: Substring.UTF8View, isInternational: Bool) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard label.first != hyphen, label.last != hyphen, !label.isEmpty else { return false }
        if isInternational, label.contains(where: { $0 >= 0x80 }) {
            return label.allSatisfy { $0.isAlphanumeric || $0 == hyphen || $0 >= 0x80 }
        }
        return label.count <= 63 && label.allSatisfy { $0.isAlphanumeric || $0 == hyphen }
    }

    /// Returns whether a text is a mailbox (RFC 5321 §4.1.2, RFC 6531 §3.3).
    static func isEmail(_ bytes: Substring.UTF8View, isInternational: Bool) -> Bool {
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let (local, domain) = (bytes[..<at], bytes[bytes.index(after: at)...])
        guard local.count <= 64, isLocalPart(local, isInternational: isInternational) else { return false }
        if domain.first == UInt8(ascii: "["), domain.last == UInt8(ascii: "]") {
            let literal = domain.dropFirst().dropLast()
            let prefix = "IPv6:"
            return literal.starts(with: prefix.utf8) ? isIPv6(literal.dropFirst(prefix.utf8.count)) : isIPv4(literal)
        }
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return domain.count <= 255 && labels.allSatisfy { isLabel($0, isInternational: isInternational) }
    }

    private static func isLocalPart(_ local: Substring.UTF8View, isInternational: Bool) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard local.first == quote else {
            return local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .allSatisfy { atom in
                    !atom.isEmpty
                        && atom.allSatisfy {
                            $0.isAlphanumeric(or: "!#$%&'*+-/=?^_`{|}~") || isInternational && $0 >= 0x80
                        }
                }
        }
        guard local.count >= 2, local.last == quote else { return false }
        var rest = local.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            let isPair = byte == UInt8(ascii: "\\")
            guard let text = isPair ? rest.popFirst() : byte, isPair || text != quote else { return false }
            guard 0x20...0x7E ~= text || isInternational && text >= 0x80 else { return false }
        }
        return true
    }
}
