extension Scenario.Condition {
    /// As documents write it; nil if it asks for nothing, or for what no document can say.
    ///
    /// That is two conditions of one kind on one value, and what tells recordings apart.
    package var document: JSON? {
        guard exactQuery == nil else { return nil }
        var members: [JSON.Member] = []
        if let url {
            guard let document = url.document else { return nil }
            members.append(.init("url", document))
        }
        for part in Part.allCases {
            let conditions = conditions(on: part)
            guard !conditions.isEmpty else { continue }
            guard let document = Self.document(of: conditions) else { return nil }
            members.append(.init(part.key, document))
        }
        if !body.isEmpty {
            let places = body.compactMap(\.place)
            var bodies = body.compactMap(\.member)
            if !places.isEmpty { bodies.append(.init("at", .object(places))) }
            let names = bodies.map(\.name)
            guard Set(names).count == names.count, Set(places.map(\.name)).count == places.count else { return nil }
            guard bodies.count + places.count - (places.isEmpty ? 0 : 1) == body.count else { return nil }
            members.append(.init("body", .object(bodies)))
        }
        if let connection { members.append(.init("connection", .string(connection.rawValue))) }
        for (name, conditions) in [("all", all), ("any", any), ("not", not)] where !conditions.isEmpty {
            let documents = conditions.compactMap(\.document)
            guard documents.count == conditions.count else { return nil }
            members.append(.init(name, .array(documents)))
        }
        return members.isEmpty ? nil : .object(members)
    }

    private static func document(of conditions: [Named]) -> JSON? {
        guard Set(conditions.map(\.name)).count == conditions.count else { return nil }
        let values = conditions.compactMap { named in named.value.document.map { JSON.Member(named.name, $0) } }
        return values.count == conditions.count ? .object(values) : nil
    }
}

extension Scenario.Condition.Part {
    /// As documents name it.
    fileprivate var key: String {
        switch self {
        case .headers: "headers"
        case .query: "query"
        case .cookies: "cookies"
        case .path: "path"
        case .form: "form"
        case .state: "state"
        }
    }
}

extension Scenario.BodyCondition {
    /// As documents write it, under `at` of `body`; nil for what has no place.
    fileprivate var place: JSON.Member? {
        guard case .at(let pointer, let value) = self else { return nil }
        return value.document.map { JSON.Member(pointer.text, $0) }
    }

    /// As documents write it, under `body`; nil for what has a place.
    fileprivate var member: JSON.Member? {
        switch self {
        case .json(let wanted): .init("json", wanted)
        case .contains(let wanted): .init("contains", wanted)
        case .at: nil
        case .path(let path): .init("jsonpath", .string(path.text))
        case .text(let value): value.document.map { .init("text", $0) }
        case .bytes(let bytes): .init("base64", .string(Base64.encoded(bytes)))
        case .parts(let parts): .init("parts", .object(parts.map { JSON.Member($0.name, $0.document) }))
        }
    }
}

extension Scenario.BodyCondition.PointedValue {
    fileprivate var document: JSON? {
        switch self {
        case .equals(let wanted):
            if case .object = wanted { .object([JSON.Member("json", wanted)]) } else { wanted }
        // A string by itself would be a value that has to be a string.
        case .holds(.equals(let text)): ["equals": .string(text)]
        case .holds(let value): value.document
        }
    }
}

extension Scenario.BodyCondition.PartCondition {
    fileprivate var document: JSON {
        let members = [("text", text), ("fileName", fileName), ("type", type)].compactMap { name, value in
            value.flatMap(\.document).map { JSON.Member(name, $0) }
        }
        return .object(members)
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
