extension Scenario.Condition {
    /// Returns a message that says why the condition fails; nil if it holds or cannot be decided yet.
    package func failureText(
        from head: RequestHead,
        in bytes: Span<UInt8>,
        _ facts: MatchContext = MatchContext(),
    ) -> String? {
        guard case .fails(let failure) = evaluate(for: head, in: bytes, facts) else { return nil }
        return Self.describe(failure, head, bytes, facts)
    }

    private static func describe(
        _ failure: Failure,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ facts: MatchContext,
    ) -> String {
        switch failure {
        case .named(let part, let named):
            let values = values(of: part, named.name, head, bytes, facts) ?? []
            let who = part == .state ? "it is" : "the request has"
            let isSecret = part.isSecret(named.name, values + named.value.texts.map { Array($0.utf8) })
            return "\(part.noun) \(named.name) \(named.value.requirementText(isSecret: isSecret)), "
                + "\(who) \(shown(values, isSecret: isSecret))"
        case .url(let value):
            let found = url(head, bytes)
            let isSecret = Redaction.holdsSecret(target: String(decoding: found, as: UTF8.self))
            return
                "url \(value.requirementText(isSecret: isSecret)), the request has \(shown([found], isSecret: isSecret))"
        case .exactQuery(let expected):
            return failureText(of: queryItems(head, bytes), from: expected) ?? ""
        case .body(let condition): return condition.requirementText + (facts.body.map(found(in:)) ?? "")
        case .connection(.reused): return "the connection must be reused, but this is the first request on it"
        case .connection(.fresh): return "the request must be the first of its connection, but it is a later one"
        case .any(let first): return "no condition under \"any\" holds; first: \(describe(first, head, bytes, facts))"
        case .not: return "a condition under \"not\" holds"
        }
    }

    /// Describes a body that is empty or not JSON. Returns an empty text for JSON, which may be long or secret.
    private static func found(in body: ObservedBody) -> String {
        if body.bytes.isEmpty { return ", the request has none" }
        return body.json == nil ? ", the request has \(body.bytes.count) bytes that are not JSON" : ""
    }

    /// Returns the first difference between the query of a request and that of a recording; nil if they are equal.
    ///
    /// The order of the parameters is ignored.
    static func failureText(of items: [QueryItem], from expected: [QueryItem]) -> String? {
        var left = items
        for item in expected {
            guard let index = left.firstIndex(where: { $0.isOne(recorded: item) }) else {
                let found = items.compactMap { $0.name == item.name ? $0.value : nil }
                let name = String(decoding: item.name, as: UTF8.self)
                let isSecret = Component.query.isSecret(name, found + [item.value])
                let recorded = shown([item.value], isSecret: isSecret)
                return "query \(name) is \(recorded) in the recording, "
                    + "the request has \(shown(found, isSecret: isSecret))"
            }
            left.remove(at: index)
        }
        guard let extra = left.first else { return nil }
        let name = String(decoding: extra.name, as: UTF8.self)
        let value = shown([extra.value], isSecret: Component.query.isSecret(name, [extra.value]))
        return "the recording has no query \(name), the request has \(value)"
    }

    /// Returns the values of a request in quotes. Secrets are not shown, because reports are stored in logs and files.
    private static func shown(_ values: [[UInt8]], isSecret: Bool) -> String {
        if isSecret, !values.isEmpty { return "a value that is not shown" }
        return values.isEmpty
            ? "none" : values.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }.joined(separator: ", ")
    }
}

extension Scenario.Condition.Component {
    /// The name of one such part in messages, such as `header`.
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
                || values.contains { Redaction.holdsSecret(target: String(decoding: $0, as: UTF8.self)) }
        }
    }
}

extension Scenario.Condition.QueryItem {
    /// Whether the parameter equals a recorded one. A redaction placeholder in the recording matches any text.
    fileprivate func isOne(recorded: Self) -> Bool {
        Placeholder.matches(recorded.name, name) && Placeholder.matches(recorded.value, value)
    }
}
