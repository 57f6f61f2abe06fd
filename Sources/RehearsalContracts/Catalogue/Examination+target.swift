import Rehearsal

extension Examination {
    /// The operation has been asked for at this path; whatever else the client asks for is its own affair.
    mutating func expectTarget(_ path: String) {
        let seen = attempts.map { "\($0.method) \($0.target)" }
        guard !attempts.contains(where: { $0.endpoint != nil }) else { return }
        let what = seen.isEmpty ? "no request" : seen.joined(separator: ", ")
        complain("expected \(operation.method) \(path), saw \(what)")
    }

    /// Every request of the operation has a body, and says that it is JSON.
    mutating func expectJSONBody() {
        let asked = attempts.filter { $0.endpoint != nil }
        if asked.isEmpty { complain("expected a request with a JSON body, saw none") }
        for entry in asked {
            if entry.body.length == 0 { complain("expected a JSON body, saw none") }
            let type = entry.headers["Content-Type"]
            guard !Self.isJSON(type) else { continue }
            complain("expected Content-Type: application/json, saw \(type.map { "\"\($0)\"" } ?? "none")")
        }
    }

    /// Whether a media type is JSON or a kind of it: `application/json; charset=utf-8`, `application/merge-patch+json`.
    private static func isJSON(_ type: String?) -> Bool {
        let essence = type?.split(separator: ";").first?.filter { !$0.isWhitespace }.lowercased() ?? ""
        return essence == "application/json" || (essence.hasPrefix("application/") && essence.hasSuffix("+json"))
    }
}
