/// The syntax of URIs and IRIs (RFC 3986 appendix A, RFC 3987 §2.2).
enum URIFormats {
    static func isReference(_ text: String, isAbsolute: Bool, isInternational: Bool) -> Bool {
        let reference = URIReference(text)
        if let scheme = reference.scheme {
            guard scheme.utf8.first?.isLetter == true, scheme.utf8.allSatisfy({ $0.isAlphanumeric(or: "+-.") }) else {
                return false
            }
        } else {
            guard !isAbsolute else { return false }
            // Without a scheme, a colon in the first segment would look like one.
            let first = reference.path.utf8.prefix { $0 != UInt8(ascii: "/") }
            guard reference.authority != nil || !first.contains(UInt8(ascii: ":")) else { return false }
        }
        let set = URICharacters(isInternational: isInternational)
        if let authority = reference.authority, !isAuthority(authority, set) { return false }
        return set.permits(reference.path, or: ":@/") && set.permits(reference.query ?? "", or: ":@/?", isQuery: true)
            && set.permits(reference.fragment ?? "", or: ":@/?")
    }

    private static func isAuthority(_ authority: String, _ set: URICharacters) -> Bool {
        var rest = authority.utf8[...]
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            guard set.permits(String(Substring(rest[..<at])), or: ":") else { return false }
            rest = rest[rest.index(after: at)...]
        }
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let literal = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            return (HostFormats.isIPv6(literal) || isFutureAddress(literal)) && isPort(rest)
        }
        let end = rest.lastIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
        return set.permits(String(Substring(rest[..<end])), or: "") && isPort(rest[end...])
    }

    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        text.isEmpty || text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(\.isDigit)
    }

    /// Returns whether a text is an address of a later version: `v1.name`.
    private static func isFutureAddress(_ text: Substring.UTF8View) -> Bool {
        guard let mark = text.first, mark | 0x20 == UInt8(ascii: "v") else { return false }
        let version = text.dropFirst().prefix { $0.hexValue != nil }
        let rest = text.dropFirst(1 + version.count)
        guard !version.isEmpty, rest.first == UInt8(ascii: "."), rest.count > 1 else { return false }
        return rest.dropFirst().allSatisfy { $0.isUnreserved || "!$&'()*+,;=:".utf8.contains($0) }
    }
}

/// The characters that are valid in a component of a URI or an IRI.
struct URICharacters {
    let isInternational: Bool

    /// Returns whether a text has only unreserved characters, sub-delimiters, escapes and some other characters.
    func permits(_ text: String, or others: String, isQuery: Bool = false) -> Bool {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "%" {
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.isHexadecimal) else { return false }
                rest.removeFirst(2)
            } else if scalar.isASCII {
                let byte = UInt8(scalar.value)
                guard byte.isUnreserved || "!$&'()*+,;=".utf8.contains(byte) || others.utf8.contains(byte) else {
                    return false
                }
            } else {
                guard isInternational, scalar.isUCSCharacter || isQuery && scalar.isPrivateUse else { return false }
            }
        }
        return true
    }
}

extension Unicode.Scalar {
    var isHexadecimal: Bool { isASCII && UInt8(value).hexValue != nil }

    /// Whether the character is one of `ucschar` (RFC 3987 §2.2).
    var isUCSCharacter: Bool {
        switch value {
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
        case 0x1_0000...0xD_FFFD, 0xE_1000...0xE_FFFD: value & 0xFFFF < 0xFFFE
        default: false
        }
    }

    /// Whether the character is one of `iprivate` (RFC 3987 §2.2).
    var isPrivateUse: Bool {
        switch value {
        case 0xE000...0xF8FF, 0xF_0000...0xF_FFFD, 0x10_0000...0x10_FFFD: true
        default: false
        }
    }
}

/// The syntax of URI templates (RFC 6570 §2).
enum URITemplateFormat {
    static func isTemplate(_ text: String) -> Bool {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "{":
                guard let end = rest.firstIndex(of: "}"), isExpression(rest[..<end]) else { return false }
                rest = rest[rest.index(after: end)...]
            case "%":
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(\.isHexadecimal) else { return false }
                rest.removeFirst(2)
            case "\"", "<", ">", "\\", "^", "`", "|", "}": return false
            default:
                let isLiteral = 0x21...0x7E ~= scalar.value || scalar.isUCSCharacter || scalar.isPrivateUse
                guard isLiteral else { return false }
            }
        }
        return true
    }

    private static func isExpression(_ text: Substring.UnicodeScalarView) -> Bool {
        var rest = text
        if let first = rest.first, "+#./;?&=,!@|".unicodeScalars.contains(first) { rest.removeFirst() }
        return rest.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { variable in
            if variable.last == "*" { return isName(variable.dropLast()) }
            guard let colon = variable.firstIndex(of: ":") else { return isName(variable) }
            let length = variable[variable.index(after: colon)...]
            let isLength =
                1...4 ~= length.count && length.first != "0" && length.allSatisfy { ("0"..."9").contains($0) }
            return isLength && isName(variable[..<colon])
        }
    }

    private static func isName(_ text: Substring.UnicodeScalarView) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            var rest = part
            while let scalar = rest.popFirst() {
                if scalar == "%" {
                    guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(\.isHexadecimal) else { return false }
                    rest.removeFirst(2)
                } else {
                    guard scalar.isASCII, UInt8(scalar.value).isAlphanumeric || scalar == "_" else { return false }
                }
            }
            return !part.isEmpty
        }
    }
}
