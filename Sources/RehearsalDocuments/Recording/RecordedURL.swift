package import Rehearsal

/// The parts of a recorded URL that a replay needs. Path and query are not normalized.
package struct RecordedURL: Hashable {
    /// The origin in lower case, without a port that the scheme implies: `https://api.example.com:8443`.
    package var origin: String
    /// The path, at least `/`.
    package var path: String
    /// The text after the first `?`; nil if there is none or it is empty.
    package var query: String?

    /// The reason why a URL cannot be replayed.
    package struct Invalid: Error, Hashable {
        package var reason: String
    }

    /// Parses an absolute `http` or `https` URL (RFC 3986), and drops user information and fragment.
    package init(_ text: String) throws(Invalid) {
        // Scalars, not characters: a combining mark merges with the delimiter before it into one character.
        let scalars = text.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":"), Self.isScheme(text[..<colon]) else {
            throw Invalid(reason: "its URL is not absolute")
        }
        let scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else {
            throw Invalid(reason: "its scheme \(scheme.quoted) is not HTTP")
        }
        let afterScheme = scalars[colon...].dropFirst()
        guard afterScheme.starts(with: "//".unicodeScalars) else { throw Invalid(reason: "its URL has no host") }
        let rest = afterScheme.dropFirst(2).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let host = Self.host(authority, scheme: scheme) else {
            throw Invalid(reason: "its URL has no host, or its port is not a number")
        }
        origin = "\(scheme)://\(host)"
        let target = rest[authority.endIndex...]
        let path = target.prefix { $0 != "?" }
        self.path = path.isEmpty ? "/" : String(path)
        let query = target[path.endIndex...].dropFirst()
        self.query = query.isEmpty ? nil : String(query)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.allSatisfy { byte in
            byte.isAlphanumeric || "+-.".utf8.contains(byte)
        }
    }

    /// Returns host and port without user information: `name:word@API.example:443` → `api.example`.
    private static func host(_ authority: Substring.UnicodeScalarView, scheme: String) -> String? {
        let afterUser = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
        let isLiteral = afterUser.first == "["
        guard !isLiteral || afterUser.contains("]") else { return nil }
        let nameEnd =
            isLiteral
            ? afterUser.firstIndex(of: "]").map { afterUser.index(after: $0) } ?? afterUser.endIndex
            : afterUser.firstIndex(of: ":") ?? afterUser.endIndex
        let name = String(afterUser[..<nameEnd]).lowercased()
        let tail = afterUser[nameEnd...]
        guard !name.isEmpty, name != "[]", tail.isEmpty || tail.first == ":" else { return nil }
        let port = tail.dropFirst()
        guard port.allSatisfy({ "0"..."9" ~= $0 }) else { return nil }
        let isImplied = port.isEmpty || String(port) == (scheme == "https" ? "443" : "80")
        return isImplied ? name : "\(name):\(String(port))"
    }
}

extension RecordedURL {
    /// Returns a pattern that matches only this path.
    ///
    /// A segment that contains a placeholder matches any segment. Escapes are normalized (RFC 3986 §6.2.2). Characters
    /// that are not valid in a URL, or have a meaning in a pattern, are escaped.
    package static func pattern(for path: String) -> Scenario.PathPattern {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let texts = segments.map { segment in
            let decoded = PercentEncoding.decoded(Array(segment), plusIsSpace: false)
            return Placeholder.hasPlaceholder(decoded) ? "*" : pattern(forSegment: Array(segment))
        }
        return Scenario.PathPattern(texts.joined(separator: "/"))
    }

    private static func pattern(forSegment segment: [UInt8]) -> String {
        var text = ""
        for byte in PercentEncoding.normalized(segment) {
            switch byte {
            case 0...0x20, 0x7F..., UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "*"), UInt8(ascii: "#"),
                UInt8(ascii: "?"):
                let digits = String(byte, radix: 16, uppercase: true)
                text += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
            default: text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return text
    }

    /// Returns the parameters of a query in order, decoded as a form: `+` is a space.
    package static func items(of query: String?) -> [Scenario.Condition.QueryItem] {
        // Parsed as bytes, like the query of a request, so that the two compare equal.
        Scenario.Condition.queryItems(Array((query ?? "").utf8))
    }
}

/// The conditions on header fields that select a reply: preconditions (RFC 9110 §13.1), ranges (RFC 9110 §14.2) and
/// the method of a preflight (Fetch §3.2.2).
struct RecordedPreconditions: Hashable, Sendable {
    /// One condition for each recorded field, sorted by name.
    private(set) var conditions: [Scenario.Condition.Named] = []

    var isEmpty: Bool { conditions.isEmpty }

    /// - Parameter fields: the recorded fields of the request.
    init(_ fields: [Scenario.Headers.Field] = [], method: Scenario.Method = .get) {
        let selected = fields.compactMap { field -> (name: String, value: String)? in
            let name = field.name.lowercased()
            guard Self.names.contains(name) || (method == .options && name == Self.preflightMethodField) else {
                return nil
            }
            return field.value.map { (name, String(decoding: Placeholder.normalized(Array($0.utf8)), as: UTF8.self)) }
        }
        conditions = selected.sorted { $0 < $1 }.map { name, value in
            Scenario.Condition.Named(name, Placeholder.hasPlaceholder(Array(value.utf8)) ? .present : .equals(value))
        }
    }

    private static let names: Set<String> = [
        "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range",
    ]
    /// The field in which a preflight states the method.
    private static let preflightMethodField = "access-control-request-method"

    /// Whether servers send this status only to requests with preconditions or ranges.
    static func isConditionalStatus(_ status: Int) -> Bool { [206, 304, 412, 416].contains(status) }
}
