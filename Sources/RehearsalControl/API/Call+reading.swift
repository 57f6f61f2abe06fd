import Rehearsal

extension Operation {
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
