import Rehearsal

/// The cookies of a message, as a HAR lists them beside its headers.
enum SessionCookies {
    /// Those of a request.
    static func sent(_ fields: [(name: String, value: String)]) -> JSON {
        let lines = fields.filter { Scenario.Headers.isSameName($0.name, "Cookie") }.map(\.value)
        return .array(lines.flatMap { $0.split(separator: ";") }.map { .object(pair($0)) })
    }

    /// Those of a reply, with what their attributes say.
    static func set(_ fields: [(name: String, value: String)]) -> JSON {
        let lines = fields.filter { Scenario.Headers.isSameName($0.name, "Set-Cookie") }.map(\.value)
        return .array(
            lines.map { line in
                let parts = line.split(separator: ";")
                return .object(pair(parts.first ?? "") + parts.dropFirst().compactMap(attribute))
            }
        )
    }

    private static func pair(_ text: Substring) -> [JSON.Member] {
        let name = trimmed(text.prefix { $0 != "=" })
        return [JSON.Member("name", .string(name)), JSON.Member("value", .string(value(of: text)))]
    }

    private static func attribute(_ text: Substring) -> JSON.Member? {
        switch trimmed(text.prefix { $0 != "=" }).lowercased() {
        case "path": JSON.Member("path", .string(value(of: text)))
        case "domain": JSON.Member("domain", .string(value(of: text)))
        case "httponly": JSON.Member("httpOnly", true)
        case "secure": JSON.Member("secure", true)
        default: nil
        }
    }

    private static func value(of text: Substring) -> String {
        text.firstIndex(of: "=").map { trimmed(text[text.index(after: $0)...]) } ?? ""
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
