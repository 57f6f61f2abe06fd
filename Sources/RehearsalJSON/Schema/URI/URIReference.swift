/// A URI reference split into its components (RFC 3986 §3, appendix B).
///
/// Every text is a reference: the components are not validated.
package struct URIReference: Sendable, Hashable {
    package private(set) var scheme: String?
    package private(set) var authority: String?
    package private(set) var path: String
    package private(set) var query: String?
    /// The fragment with its percent-encoding.
    package var fragment: String?

    /// Splits a text.
    package init(_ text: String) {
        var rest = text.utf8[...]
        fragment = Self.cut(&rest, after: "#").map { String(Substring($0)) }
        query = Self.cut(&rest, after: "?").map { String(Substring($0)) }
        if let colon = rest.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
            rest[colon] == UInt8(ascii: ":"), colon != rest.startIndex
        {
            scheme = String(Substring(rest[..<colon]))
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(Substring(rest[..<end]))
            rest = rest[end...]
        }
        path = String(Substring(rest))
    }

    /// Removes and returns the part after the first occurrence of a character, which is removed too.
    private static func cut(_ rest: inout Substring.UTF8View, after mark: Unicode.Scalar) -> Substring.UTF8View? {
        guard let index = rest.firstIndex(of: UInt8(ascii: mark)) else { return nil }
        let part = rest[rest.index(after: index)...]
        rest = rest[..<index]
        return part
    }

    /// The text of the reference (RFC 3986 §5.3).
    package var text: String {
        var text = ""
        if let scheme { text += "\(scheme):" }
        if let authority { text += "//\(authority)" }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }

    /// The same reference without a fragment.
    package var withoutFragment: URIReference {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// The fragment with its percent-encoding decoded; nil if there is none, or if it is not UTF-8.
    package var decodedFragment: String? {
        guard let fragment else { return nil }
        var bytes: [UInt8] = []
        var rest = fragment.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(\.hexValue)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.text
    }
}

extension URIReference {
    /// Returns the reference resolved against a base (RFC 3986 §5.2.2).
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil || authority != nil {
            target.scheme = scheme ?? base.scheme
            target.path = Self.withoutDots(path)
            return target
        }
        target.scheme = base.scheme
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.utf8.first == UInt8(ascii: "/") {
            target.path = Self.withoutDots(path)
        } else {
            target.path = Self.withoutDots(base.merging(path))
        }
        return target
    }

    /// Returns a relative path after the last slash of this path (RFC 3986 §5.2.3).
    private func merging(_ relative: String) -> String {
        if authority != nil, path.isEmpty { return "/" + relative }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
        return path[...slash] + relative
    }

    /// Returns a path without its `.` and `..` segments (RFC 3986 §5.2.4).
    private static func withoutDots(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        var segments: [String] = []
        // Scalars, because a slash and a combining mark are one character.
        let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case ".": if isLast { segments.append("") }
            case "..":
                if segments.count > (isAbsolute ? 1 : 0) { segments.removeLast() }
                if isLast { segments.append("") }
            default: segments.append(part)
            }
        }
        return segments.joined(separator: "/")
    }
}
