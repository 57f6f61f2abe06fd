import Rehearsal

extension JSON {
    /// The same with a placeholder for each recorded origin that a string begins with.
    ///
    /// A client that was told where something is asks with that again, and is told another origin by every replay.
    func openingOrigins(_ origins: [String]) -> JSON {
        if origins.isEmpty { return self }
        switch self {
        case .string(let text):
            let origin = origins.first { origin in
                // Of `http://a.example:80` and `http://a.example:8080` neither is the other.
                text.hasPrefix(origin) && ["/", "?", "#", nil].contains(text.dropFirst(origin.count).first)
            }
            return origin.map { .string("[redacted]\(text.dropFirst($0.count))") } ?? self
        case .array(let elements): return .array(elements.map { $0.openingOrigins(origins) })
        case .object(let members):
            return .object(members.map { Member($0.name, $0.value.openingOrigins(origins)) })
        case .null, .bool, .number: return self
        }
    }
}
