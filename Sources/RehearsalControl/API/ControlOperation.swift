import Rehearsal

/// An operation of the control API: its method, path and fields, and the function that executes it.
struct ControlOperation: Sendable {
    /// The `operationId` of the OpenAPI document, which generated clients use as the name of a method.
    let id: String
    let method: String
    /// The path; `{name}` stands for the name of a session: `/v1/sessions/{name}/play`.
    let path: String
    let summary: String
    var query: [OperationField] = []
    /// The members of the request's document; nil if the request has none.
    var body: [OperationField]?
    /// The names in `body` of which exactly one is needed; at most one if `needsAlternative` is false.
    var exclusiveFields: [String] = []
    var needsAlternative = true
    /// Whether only the server's own token permits the operation.
    var requiresServerToken = false
    let success: Success
    /// The error responses beyond those of every operation: 400, 401, 403 and, with a document, 413, 415 and 422.
    var problems: [Int: String] = [:]
    let run: @Sendable (OperationCall) async throws(APIError) -> Response

    /// The response to a call that succeeds.
    struct Success: Sendable {
        var status = 200
        /// The name of the schema of the content; nil for no content.
        var schema: String?
        var media = "application/json"
    }

    enum Response: Sendable {
        case document(JSON)
        /// A document, and the path of the resource that was created.
        case created(JSON, at: String)
        case noContent
        case lines([UInt8])
        case stream(Scenario.Reply.BodySource)
    }

    var segments: [Substring] { path.split(separator: "/") }
    var hasSessionInPath: Bool { path.contains("{name}") }

    /// Returns the session's name in a path that matches, empty if the operation has none; nil for another path.
    func sessionName(in path: [String]) -> String? {
        let own = segments
        guard own.count == path.count else { return nil }
        var name = ""
        for (part, given) in zip(own, path) {
            if part == "{name}" { name = given } else if part != given { return nil }
        }
        return name
    }

    func reply(_ answer: Response) -> Scenario.Reply {
        let media: Scenario.Headers = ["Content-Type": .init(stringLiteral: success.media)]
        switch answer {
        case .document(let json):
            return Scenario.Reply(success.status, headers: media, body: .bytes(json.printableBytes(pretty: true)))
        case .created(let json, let place):
            var headers = media
            headers.append("Location", place)
            return Scenario.Reply(success.status, headers: headers, body: .bytes(json.printableBytes(pretty: true)))
        case .noContent: return Scenario.Reply(success.status)
        case .lines(let bytes): return Scenario.Reply(success.status, headers: media, body: .bytes(bytes))
        case .stream(let next):
            var reply = Scenario.Reply(success.status, headers: media)
            reply.stream = next
            return reply
        }
    }

    /// Returns the values of a request by name, each validated against its field.
    func values(of request: ControlRequest) throws(APIError) -> [String: JSON] {
        var values = try parameters(of: request)
        guard let body else { return values }
        for member in try members(of: request) {
            guard let field = body.first(where: { $0.name == member.name }) else {
                let known = body.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw APIError(
                    400,
                    "value",
                    "\"\(member.name)\" is not a member of this document.",
                    detail: known.isEmpty ? "The document is empty." : "Valid members: \(known)."
                )
            }
            try check(member.value, field)
            values[member.name] = member.value
        }
        for field in body where field.isRequired && values[field.name] == nil {
            throw APIError(400, "value", "\"\(field.name)\" is missing.", detail: "Expected \(field.description).")
        }
        try checkAlternatives(values)
        return values
    }

    private func checkAlternatives(_ values: [String: JSON]) throws(APIError) {
        let given = exclusiveFields.filter { values[$0] != nil }
        let names = exclusiveFields.map { "\"\($0)\"" }.joined(separator: " or ")
        if given.count > 1 { throw APIError(400, "value", "Only one of \(names) is allowed.") }
        if given.isEmpty, needsAlternative, !exclusiveFields.isEmpty {
            throw APIError(400, "value", "One of \(names) is missing.")
        }
    }

    private func members(of request: ControlRequest) throws(APIError) -> [JSON.Member] {
        let isOptional = body?.allSatisfy { !$0.isRequired } ?? true && !(needsAlternative && !exclusiveFields.isEmpty)
        if request.body.isEmpty, isOptional { return [] }
        let media = request.headers["Content-Type"]?.lowercased().split(separator: ";").first
        guard media?.trimmed == "application/json" else {
            throw APIError(415, "media-type", "The Content-Type has to be application/json.")
        }
        let value: JSON
        do throws(JSONSyntaxError) {
            value = try JSON(parsing: request.body)
        } catch {
            throw APIError(400, "syntax", "The document is not valid JSON.", detail: "\(error)")
        }
        guard case .object(let members) = value else {
            throw APIError(400, "value", "The document has to be an object.")
        }
        guard Set(members.map(\.name)).count == members.count else {
            throw APIError(400, "value", "A member is given twice.")
        }
        return members
    }

    private func parameters(of request: ControlRequest) throws(APIError) -> [String: JSON] {
        var values: [String: JSON] = [:]
        for (name, text) in request.query {
            guard let field = query.first(where: { $0.name == name }), values[name] == nil else {
                let known = query.map { "\"\($0.name)\"" }.joined(separator: ", ")
                let detail = known.isEmpty ? "Valid parameters: none." : "Valid parameters, each once: \(known)."
                throw APIError(400, "value", "The parameter \"\(name)\" is not valid here.", detail: detail)
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

    private func check(_ value: JSON, _ field: OperationField) throws(APIError) {
        if let complaint = field.validationError(about: value) { throw APIError(400, "value", "\(complaint).") }
    }
}
