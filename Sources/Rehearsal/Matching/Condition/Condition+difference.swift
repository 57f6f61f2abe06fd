extension Scenario.Condition {
    /// Returns a message that says why the condition fails; nil if it holds or cannot be decided yet.
    package func failureText(
        from head: RequestHead,
        in bytes: Span<UInt8>,
        _ context: MatchContext = MatchContext(),
    ) -> String? {
        guard case .fails(let failure) = evaluate(for: head, in: bytes, context) else { return nil }
        return Self.describe(failure, head, bytes, context)
    }

    private static func describe(
        _ failure: Failure,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ context: MatchContext,
    ) -> String {
        switch failure {
        case .named(let part, let named):
            let values = values(of: part, named.name, head, bytes, context) ?? []
            let subject = part == .state ? "it is" : "the request has"
            let isSecret = part.isSecret(named.name, values + named.value.texts.map { Array($0.utf8) })
            return "\(part.noun) \(named.name) \(named.value.requirementText(isSecret: isSecret)), "
                + "\(subject) \(quoted(values, isSecret: isSecret))"
        case .url(let value):
            let found = url(head, bytes)
            let isSecret = Redaction.containsSecret(target: String(decoding: found, as: UTF8.self))
            return
                "url \(value.requirementText(isSecret: isSecret)), the request has \(quoted([found], isSecret: isSecret))"
        case .exactQuery(let expected):
            return failureText(of: queryItems(head, bytes), from: expected) ?? ""
        case .body(let condition): return condition.requirementText + (context.body.map(bodyDescription(_:)) ?? "")
        case .connection(.reused): return "the connection must be reused, but this is the first request on it"
        case .connection(.fresh): return "the request must be the first on its connection, but the connection is reused"
        case .any(let first): return "no condition under \"any\" holds; first: \(describe(first, head, bytes, context))"
        case .not: return "a condition under \"not\" holds"
        }
    }

    /// Returns a description of a body that is empty or not JSON; an empty text for JSON, which may be long or secret.
    private static func bodyDescription(_ body: ObservedBody) -> String {
        if body.bytes.isEmpty { return ", the request has none" }
        return body.json == nil ? ", the request has \(body.bytes.count) bytes that are not JSON" : ""
    }

    /// Returns the first difference between the query of a request and that of a recording; nil if they are equal.
    ///
    /// The order of the parameters is ignored.
    static func failureText(of items: [QueryItem], from expected: [QueryItem]) -> String? {
        var remaining = items
        for item in expected {
            guard let index = remaining.firstIndex(where: { $0.matches(recorded: item) }) else {
                let found = items.compactMap { $0.name == item.name ? $0.value : nil }
                let name = String(decoding: item.name, as: UTF8.self)
                let isSecret = Component.query.isSecret(name, found + [item.value])
                let recorded = quoted([item.value], isSecret: isSecret)
                return "query \(name) is \(recorded) in the recording, "
                    + "the request has \(quoted(found, isSecret: isSecret))"
            }
            remaining.remove(at: index)
        }
        guard let extra = remaining.first else { return nil }
        let name = String(decoding: extra.name, as: UTF8.self)
        let value = quoted([extra.value], isSecret: Component.query.isSecret(name, [extra.value]))
        return "the recording has no query \(name), the request has \(value)"
    }

    /// Returns the values of a request in quotes. Secrets are redacted, because reports are stored in logs and files.
    private static func quoted(_ values: [[UInt8]], isSecret: Bool) -> String {
        if isSecret, !values.isEmpty { return "a redacted value" }
        return values.isEmpty
            ? "none" : values.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }.joined(separator: ", ")
    }
}

extension Scenario.Condition.Component {
    /// The name of such a part in messages: `header`.
    var noun: String {
        switch self {
        case .headers: "header"
        case .query: "query"
        case .cookies: "cookie"
        case .path: "path"
        case .form: "form field"
        case .state: "state"
        }
    }

    fileprivate func isSecret(_ name: String, _ values: [[UInt8]]) -> Bool {
        switch self {
        case .headers:
            SecretNames.headers.contains(name)
                || values.contains { Redaction.holdsSecret(header: name, value: String(decoding: $0, as: UTF8.self)) }
        case .cookies: true
        case .query, .form, .path, .state:
            SecretNames.query.contains(name)
                || values.contains { Redaction.containsSecret(target: String(decoding: $0, as: UTF8.self)) }
        }
    }
}

extension Scenario.Condition.QueryItem {
    /// Whether the parameter equals a recorded one. A redaction placeholder in the recording matches any text.
    fileprivate func matches(recorded: Self) -> Bool {
        Placeholder.matches(recorded.name, name) && Placeholder.matches(recorded.value, value)
    }
}
