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

    /// Every request of the operation accepts the media type of the recorded answer, by a range other than `*/*`.
    mutating func expectAccept() {
        if attempts.isEmpty { complain("expected a request, saw none") }
        let type = (operation.reply.headers["Content-Type"] ?? "application/json").split(separator: ";").first ?? ""
        for entry in attempts {
            let accept = entry.headers.values(of: "Accept").joined(separator: ", ")
            if accept.split(separator: ",").contains(where: { Self.accepts($0, type) }) { continue }
            complain("expected Accept with \(type), saw \(accept.isEmpty ? "none" : "\"\(accept)\"")")
        }
    }

    /// No request of the operation has a body, or a query that is empty.
    mutating func expectNoContent() {
        if attempts.isEmpty { complain("expected a request without a body, saw none") }
        for entry in attempts {
            if entry.body.length > 0 { complain("expected no body, saw one of \(entry.body.length) bytes") }
            if entry.target.hasSuffix("?") { complain("expected a target without a lone ?, saw \(entry.target)") }
            guard entry.body.length == 0, let type = entry.headers["Content-Type"] else { continue }
            note("Content-Type is sent without content: \(type)")
        }
    }

    /// The body of every request of the operation is this document, member by member.
    ///
    /// The order of members and the way in which a number is written do not matter (RFC 8259 §4, §6).
    mutating func expectBody(_ declared: JSON) {
        if attempts.isEmpty { complain("expected a request with a body, saw none") }
        for entry in attempts {
            guard entry.body.kept.count == entry.body.length else {
                return doubt("the journal keeps \(entry.body.kept.count) of \(entry.body.length) bytes of the body")
            }
            if let coding = entry.headers["Content-Encoding"] {
                return doubt("the body has the content coding \(coding)")
            }
            guard let sent = try? JSON(parsing: entry.body.kept) else {
                complain("expected the body \(declared.brief), saw one that is not JSON")
                continue
            }
            for difference in BodyDifference.between(declared, sent) { complain(difference.sentence) }
        }
    }

    /// Whether a media range (RFC 9110 §12.5.1) has a weight above 0, names a type and holds for this one.
    private static func accepts(_ range: Substring, _ type: Substring) -> Bool {
        let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard let name = parts.first,
            !parts.dropFirst().contains(where: { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 })
        else { return false }
        let essence = type.filter { !$0.isWhitespace }.lowercased()
        return name == essence || name.hasSuffix("/*") && !name.hasPrefix("*") && essence.hasPrefix(name.dropLast())
    }

    /// Whether a media type is JSON or a kind of it: `application/json; charset=utf-8`, `application/merge-patch+json`.
    private static func isJSON(_ type: String?) -> Bool {
        let essence = type?.split(separator: ";").first?.filter { !$0.isWhitespace }.lowercased() ?? ""
        return essence == "application/json" || (essence.hasPrefix("application/") && essence.hasSuffix("+json"))
    }
}
