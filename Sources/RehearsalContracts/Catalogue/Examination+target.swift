import Rehearsal

extension Examination {
    /// The operation has been asked for at this path; whatever else the client asks for is its own affair.
    mutating func expectTarget(_ path: String) {
        guard attempts.isEmpty else { return }
        let what = others.isEmpty ? "no request" : others.joined(separator: ", ")
        complain("expected \(operation.method) \(path), saw \(what)")
    }

    /// Every request of the operation has a body, and says that it is JSON.
    mutating func expectJSONBody() {
        if attempts.isEmpty { complain("expected a request with a JSON body, saw none") }
        for entry in attempts {
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
