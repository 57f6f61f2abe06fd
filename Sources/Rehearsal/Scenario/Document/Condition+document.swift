extension Scenario.Condition {
    /// As documents write it; nil if it asks for nothing, or for what no document can say.
    ///
    /// That is two conditions of one kind on one value, and what tells recordings apart.
    var document: JSON? {
        guard exactQuery == nil, bodyEquals == nil else { return nil }
        var members: [JSON.Member] = []
        for (part, conditions) in [("query", query), ("headers", headers)] where !conditions.isEmpty {
            guard Set(conditions.map(\.name)).count == conditions.count else { return nil }
            let values = conditions.compactMap { named in
                named.value.document.map { JSON.Member(named.name, $0) }
            }
            guard values.count == conditions.count else { return nil }
            members.append(.init(part, .object(values)))
        }
        return members.isEmpty ? nil : .object(members)
    }
}

extension Scenario.Condition.Value {
    /// As documents write it: a value, or an object whose keys must all hold; nil if a key would be there twice.
    fileprivate var document: JSON? {
        if case .equals(let text) = self { return .string(text) }
        let members = parts.compactMap(\.member)
        guard !members.isEmpty, members.count == parts.count, Set(members.map(\.name)).count == members.count else {
            return nil
        }
        return .object(members)
    }

    private var parts: [Scenario.Condition.Value] {
        guard case .all(let parts) = self else { return [self] }
        return parts.flatMap(\.parts)
    }

    private var member: JSON.Member? {
        switch self {
        case .equals(let text): .init("equals", .string(text))
        case .oneOf(let texts): .init("oneOf", .array(texts.map(JSON.string)))
        case .contains(let text): .init("contains", .string(text))
        case .startsWith(let text): .init("startsWith", .string(text))
        case .endsWith(let text): .init("endsWith", .string(text))
        case .matches(let pattern): .init("matches", .string(pattern.text))
        case .present: .init("present", true)
        case .absent: .init("absent", true)
        case .not(let inner): inner.document.map { .init("not", $0) }
        case .all: nil
        }
    }
}
