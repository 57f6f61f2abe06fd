import Rehearsal

/// Something that can be asked of the control API: where, with what, and what is done.
struct Operation: Sendable {
    /// How a client that is generated calls it.
    let id: String
    let method: String
    /// `/v1/sessions/{name}/play`; `{name}` is a session's.
    let path: String
    let summary: String
    var query: [Field] = []
    /// The members of the document that comes with it; nil if none does.
    var body: [Field]?
    /// Of `body`, of which exactly one has to be there, or at most one if that is said.
    var alternatives: [String] = []
    var needsAlternative = true
    /// Only who holds the server's own token may ask.
    var isForOwner = false
    let success: Success
    /// What else may be answered beyond what everything may be: 400, 401, 403 and, with a document, 413, 415 and 422.
    var problems: [Int: String] = [:]
    let run: @Sendable (Call) async throws(Refusal) -> Answer

    /// What is answered if it is done.
    struct Success: Sendable {
        var status = 200
        /// The name of the schema of what is answered; nil for no content.
        var schema: String?
        var media = "application/json"
    }

    enum Answer: Sendable {
        case document(JSON)
        /// With the place of what was made.
        case made(JSON, at: String)
        case nothing
        case lines([UInt8])
        case stream(Scenario.Reply.Stream)
    }

    var segments: [Substring] { path.split(separator: "/") }
    var isAboutSession: Bool { path.contains("{name}") }

    /// The name of the session, or an empty one where the path has none; nil if the path is another.
    func session(in path: [String]) -> String? {
        let own = segments
        guard own.count == path.count else { return nil }
        var name = ""
        for (part, given) in zip(own, path) {
            if part == "{name}" { name = given } else if part != given { return nil }
        }
        return name
    }

    func reply(_ answer: Answer) -> Scenario.Reply {
        let media: Scenario.Headers = ["Content-Type": .init(stringLiteral: success.media)]
        switch answer {
        case .document(let json):
            return Scenario.Reply(success.status, headers: media, body: .bytes(json.shownBytes(pretty: true)))
        case .made(let json, let place):
            var headers = media
            headers.append("Location", place)
            return Scenario.Reply(success.status, headers: headers, body: .bytes(json.shownBytes(pretty: true)))
        case .nothing: return Scenario.Reply(success.status)
        case .lines(let bytes): return Scenario.Reply(success.status, headers: media, body: .bytes(bytes))
        case .stream(let next):
            var reply = Scenario.Reply(success.status, headers: media)
            reply.stream = next
            return reply
        }
    }

    /// The values that came with a request, each as it is declared.
    func values(of request: ControlRequest) throws(Refusal) -> [String: JSON] {
        var values = try parameters(of: request)
        guard let body else { return values }
        for member in try members(of: request) {
            guard let field = body.first(where: { $0.name == member.name }) else {
                let known = body.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw Refusal(
                    400,
                    "value",
                    "There is no \"\(member.name)\" here.",
                    detail: known.isEmpty ? "The document is empty." : "There is \(known)."
                )
            }
            try check(member.value, field)
            values[member.name] = member.value
        }
        for field in body where field.isRequired && values[field.name] == nil {
            throw Refusal(400, "value", "\"\(field.name)\" is missing.", detail: "It is \(field.about).")
        }
        try checkAlternatives(values)
        return values
    }

    private func checkAlternatives(_ values: [String: JSON]) throws(Refusal) {
        let given = alternatives.filter { values[$0] != nil }
        let names = alternatives.map { "\"\($0)\"" }.joined(separator: " or ")
        if given.count > 1 { throw Refusal(400, "value", "Only one of \(names) can be meant.") }
        if given.isEmpty, needsAlternative, !alternatives.isEmpty {
            throw Refusal(400, "value", "\(names) is missing.")
        }
    }

    private func members(of request: ControlRequest) throws(Refusal) -> [JSON.Member] {
        let isOptional = body?.allSatisfy { !$0.isRequired } ?? true && !(needsAlternative && !alternatives.isEmpty)
        if request.body.isEmpty, isOptional { return [] }
        let media = request.headers["Content-Type"]?.lowercased().split(separator: ";").first
        guard media?.trimmed == "application/json" else {
            throw Refusal(415, "media-type", "The document is to be sent as application/json.")
        }
        let value: JSON
        do throws(JSONSyntaxError) {
            value = try JSON(parsing: request.body)
        } catch {
            throw Refusal(400, "syntax", "The document is no JSON.", detail: "\(error)")
        }
        guard case .object(let members) = value else {
            throw Refusal(400, "value", "The document is to be an object.")
        }
        guard Set(members.map(\.name)).count == members.count else {
            throw Refusal(400, "value", "A name is there twice.")
        }
        return members
    }

    private func parameters(of request: ControlRequest) throws(Refusal) -> [String: JSON] {
        var values: [String: JSON] = [:]
        for (name, text) in request.query {
            guard let field = query.first(where: { $0.name == name }), values[name] == nil else {
                let known = query.map { "\"\($0.name)\"" }.joined(separator: ", ")
                let detail = known.isEmpty ? "There is none." : "There is \(known), once."
                throw Refusal(400, "value", "There is no parameter \"\(name)\" here.", detail: detail)
            }
            let value: JSON =
                switch (field.kind, text) {
                case (.flag, "true"): true
                case (.flag, "false"): false
                default: .string(text)
                }
            try check(value, field)
            values[name] = value
        }
        return values
    }

    private func check(_ value: JSON, _ field: Field) throws(Refusal) {
        if let complaint = field.complaint(about: value) { throw Refusal(400, "value", "\(complaint).") }
    }
}
