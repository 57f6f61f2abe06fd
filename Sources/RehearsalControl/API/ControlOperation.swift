import Rehearsal

/// An operation of the control API: its method, path and fields, and the function that executes it.
struct ControlOperation: Sendable {
    /// The `operationId` of the OpenAPI document, which generated clients use as the name of a method.
    let id: String
    let method: String
    /// The path, in which `{name}` stands for the name of a session: `/v1/sessions/{name}/play`.
    let path: String
    let summary: String
    var query: [OperationField] = []
    /// The members of the request's JSON document; nil if the request has no document.
    var body: [OperationField]?
    /// The members of `body` that exclude each other. One of them is required, unless `needsAlternative` is false.
    var exclusiveFields: [String] = []
    var needsAlternative = true
    /// Whether only the server's own token permits the operation.
    var requiresServerToken = false
    let success: Success
    /// The descriptions of further error responses. Every operation also has 400, 401 and 403, and with a document 413,
    /// 415 and 422.
    var problems: [Int: String] = [:]
    let run: @Sendable (OperationCall) async throws(APIError) -> Response

    /// The response to a successful call.
    struct Success: Sendable {
        var status = 200
        /// The name of the content's schema in the OpenAPI document; nil for no content.
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

    /// Returns the session's name in a path of this operation; nil for other paths. The name is empty if the operation
    /// has no session in its path.
    func sessionName(in path: [String]) -> String? {
        let ownSegments = segments
        guard ownSegments.count == path.count else { return nil }
        var name = ""
        for (part, component) in zip(ownSegments, path) {
            if part == "{name}" { name = component } else if part != component { return nil }
        }
        return name
    }

    func reply(_ answer: Response) -> Scenario.Reply {
        let media: Scenario.Headers = ["Content-Type": .init(stringLiteral: success.media)]
        switch answer {
        case .document(let json):
            return Scenario.Reply(success.status, headers: media, body: .bytes(json.printableBytes(pretty: true)))
        case .created(let json, let location):
            var headers = media
            headers.append("Location", location)
            return Scenario.Reply(success.status, headers: headers, body: .bytes(json.printableBytes(pretty: true)))
        case .noContent: return Scenario.Reply(success.status)
        case .lines(let bytes): return Scenario.Reply(success.status, headers: media, body: .bytes(bytes))
        case .stream(let next):
            var reply = Scenario.Reply(success.status, headers: media)
            reply.stream = next
            return reply
        }
    }

    /// Returns the values of a request by name, after validating each against its field.
    func values(of request: ControlRequest) throws(APIError) -> [String: JSON] {
        var values = try parameters(of: request)
        guard let body else { return values }
        for member in try members(of: request) {
            guard let field = body.first(where: { $0.name == member.name }) else {
                let validNames = body.map { "\"\($0.name)\"" }.joined(separator: ", ")
                throw APIError(
                    400,
                    "value",
                    "\"\(member.name)\" is not a valid member of this document.",
                    detail: validNames.isEmpty ? "The document must be empty." : "Valid members: \(validNames)."
                )
            }
            try check(member.value, field)
            values[member.name] = member.value
        }
        try checkPresence(of: body, in: values)
        try checkAlternatives(values)
        return values
    }

    private func checkPresence(of fields: [OperationField], in values: [String: JSON]) throws(APIError) {
        for field in fields where field.isRequired && values[field.name] == nil {
            throw APIError(400, "value", "\"\(field.name)\" is missing.", detail: "Expected \(field.description).")
        }
    }

    private func checkAlternatives(_ values: [String: JSON]) throws(APIError) {
        let present = exclusiveFields.filter { values[$0] != nil }
        let names = exclusiveFields.map { "\"\($0)\"" }.joined(separator: " or ")
        if present.count > 1 { throw APIError(400, "value", "Only one of \(names) is allowed.") }
        if present.isEmpty, needsAlternative, !exclusiveFields.isEmpty {
            throw APIError(400, "value", "One of \(names) is missing.")
        }
    }

    private func members(of request: ControlRequest) throws(APIError) -> [JSON.Member] {
        let isOptional = body?.allSatisfy { !$0.isRequired } ?? true && !(needsAlternative && !exclusiveFields.isEmpty)
        if request.body.isEmpty, isOptional { return [] }
        let media = request.headers["Content-Type"]?.lowercased().split(separator: ";").first
        guard media?.trimmed == "application/json" else {
            throw APIError(415, "media-type", "The Content-Type must be application/json.")
        }
        let value: JSON
        do throws(JSONSyntaxError) {
            value = try JSON(parsing: request.body)
        } catch {
            throw APIError(400, "syntax", "The document is not valid JSON.", detail: "\(error)")
        }
        guard case .object(let members) = value else {
            throw APIError(400, "value", "The document must be an object.")
        }
        guard Set(members.map(\.name)).count == members.count else {
            throw APIError(400, "value", "A member occurs twice.")
        }
        return members
    }

    private func parameters(of request: ControlRequest) throws(APIError) -> [String: JSON] {
        var values: [String: JSON] = [:]
        for (name, text) in request.query {
            guard let field = query.first(where: { $0.name == name }), values[name] == nil else {
                let validNames = query.map { "\"\($0.name)\"" }.joined(separator: ", ")
                let detail =
                    validNames.isEmpty ? "Valid parameters: none." : "Valid parameters, each once: \(validNames)."
                throw APIError(400, "value", "The parameter \"\(name)\" is not valid here.", detail: detail)
            }
            let value: JSON =
                switch (field.kind, text) {
                case (.flag, "true"): true
                case (.flag, "false"): false
                case (.integer, _): Int(text).map { JSON(integerLiteral: $0) } ?? .string(text)
                default: .string(text)
                }
            try check(value, field)
            values[name] = value
        }
        try checkPresence(of: query, in: values)
        return values
    }

    private func check(_ value: JSON, _ field: OperationField) throws(APIError) {
        if let message = field.validationError(about: value) { throw APIError(400, "value", "\(message).") }
    }
}
