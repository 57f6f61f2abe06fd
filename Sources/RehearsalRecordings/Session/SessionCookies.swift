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
        let name = String(text.prefix { $0 != "=" }.trimmed)
        return [JSON.Member("name", .string(name)), JSON.Member("value", .string(value(of: text)))]
    }

    private static func attribute(_ text: Substring) -> JSON.Member? {
        switch text.prefix(while: { $0 != "=" }).trimmed.lowercased() {
        case "path": JSON.Member("path", .string(value(of: text)))
        case "domain": JSON.Member("domain", .string(value(of: text)))
        case "httponly": JSON.Member("httpOnly", true)
        case "secure": JSON.Member("secure", true)
        default: nil
        }
    }

    private static func value(of text: Substring) -> String {
        text.firstIndex(of: "=").map { String(text[text.index(after: $0)...].trimmed) } ?? ""
    }
}
