extension Scenario.Condition {
    /// What keeps the condition from holding, in words; nil if nothing does, as far as that is known.
    package func difference(
        from head: RequestHead,
        in bytes: Span<UInt8>,
        _ facts: Facts = Facts(),
    ) -> String? {
        guard case .fails(let failure) = outcome(for: head, in: bytes, facts) else { return nil }
        return Self.words(failure, head, bytes, facts)
    }

    private static func words(
        _ failure: Failure,
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        _ facts: Facts,
    ) -> String {
        switch failure {
        case .named(let part, let named):
            let values = values(of: part, named.name, head, bytes, facts) ?? []
            let who = part == .state ? "it is" : "the request has"
            let isSecret = part.isSecret(named.name, values + named.value.texts.map { Array($0.utf8) })
            return "\(part.singular) \(named.name) \(named.value.demand(isSecret: isSecret)), "
                + "\(who) \(shown(values, isSecret: isSecret))"
        case .url(let value):
            let found = url(head, bytes)
            let isSecret = Redaction.holdsSecret(target: String(decoding: found, as: UTF8.self))
            return "url \(value.demand(isSecret: isSecret)), the request has \(shown([found], isSecret: isSecret))"
        case .exactQuery(let expected):
            return difference(of: queryItems(head, bytes), from: expected) ?? ""
        case .body(let condition): return condition.demand + (facts.body.map(found(in:)) ?? "")
        case .connection(.reused): return "the connection must have carried a request before, and has not"
        case .connection(.fresh): return "the request must be the first of its connection, and is not"
        case .any(let first): return "none of several conditions holds; the first: \(words(first, head, bytes, facts))"
        case .not: return "a condition holds that must not"
        }
    }

    /// What a body is instead of what it must be, as far as that is short and no secret.
    private static func found(in body: ObservedBody) -> String {
        if body.bytes.isEmpty { return ", the request has none" }
        return body.json == nil ? ", the request has \(body.bytes.count) bytes that are no JSON" : ""
    }

    /// What about the parameters of a request differs from those of a recording; nil if nothing does.
    static func difference(of items: [QueryItem], from expected: [QueryItem]) -> String? {
        var left = items
        for item in expected {
            guard let index = left.firstIndex(where: { $0.isOne(recorded: item) }) else {
                let found = items.compactMap { $0.name == item.name ? $0.value : nil }
                let name = String(decoding: item.name, as: UTF8.self)
                let isSecret = Part.query.isSecret(name, found + [item.value])
                let recorded = shown([item.value], isSecret: isSecret)
                return "query \(name) is \(recorded) in the recording, "
                    + "the request has \(shown(found, isSecret: isSecret))"
            }
            left.remove(at: index)
        }
        guard let extra = left.first else { return nil }
        let name = String(decoding: extra.name, as: UTF8.self)
        let value = shown([extra.value], isSecret: Part.query.isSecret(name, [extra.value]))
        return "the recording has no query \(name), the request has \(value)"
    }

    /// What a request has, in full; a secret is not told, because reports end up in logs and on disk.
    private static func shown(_ values: [[UInt8]], isSecret: Bool) -> String {
        if isSecret, !values.isEmpty { return "a value that is not shown" }
        return values.isEmpty
            ? "none" : values.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }.joined(separator: ", ")
    }
}

extension Scenario.Condition.Part {
    /// As a sentence names one of them.
    var singular: String {
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
    /// Whether it is a recorded one, in which a placeholder stands for any value.
    fileprivate func isOne(recorded: Self) -> Bool {
        Placeholder.covers(recorded.name, name) && Placeholder.covers(recorded.value, value)
    }
}
