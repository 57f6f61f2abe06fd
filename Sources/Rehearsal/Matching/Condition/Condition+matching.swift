extension Scenario.Condition {
    /// Whether the head of a request satisfies everything but the condition on the body.
    package func holds(for head: RequestHead, in bytes: Span<UInt8>) -> Bool {
        difference(from: head, in: bytes) == nil
    }

    /// What about the head keeps the condition from holding, or nil if nothing does.
    package func difference(from head: RequestHead, in bytes: Span<UInt8>) -> String? {
        for condition in headers {
            let name = condition.name.utf8.map(\.asciiLowercased)
            var values: [[UInt8]] = []
            for field in head.fields where bytes.equalsIgnoringCase(field.name, name) {
                values.append(bytes.bytes(field.value))
            }
            if !condition.value.holds(forAnyOf: values) {
                let isSecret =
                    SecretNames.headers.contains(condition.name)
                    || values.contains { Redaction.holdsSecret(header: condition.name, value: Self.text($0)) }
                return "header \(condition.name) \(condition.value.demand), "
                    + "the request has \(Self.shown(values, isSecret: isSecret))"
            }
        }
        guard !query.isEmpty || exactQuery != nil else { return nil }
        if let exactQuery, exactQuery.isEmpty, head.query == nil { return nil }
        let items = Self.queryItems(head, bytes)
        for condition in query {
            let name = Array(condition.name.utf8)
            let values = items.compactMap { $0.name == name ? $0.value : nil }
            if !condition.value.holds(forAnyOf: values) {
                let isSecret = Self.isSecret(condition.name, values)
                return "query \(condition.name) \(condition.value.demand), "
                    + "the request has \(Self.shown(values, isSecret: isSecret))"
            }
        }
        return exactQuery.flatMap { Self.difference(of: items, from: $0) }
    }

    /// The parameters of a query as forms write them: split at `&` and `=`, escapes and `+` decoded.
    static func queryItems(_ head: RequestHead, _ bytes: Span<UInt8>) -> [QueryItem] {
        guard let query = head.query else { return [] }
        return queryItems(bytes.bytes(query))
    }

    package static func queryItems(_ query: [UInt8]) -> [QueryItem] {
        query.split(separator: UInt8(ascii: "&")).map { part in
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return QueryItem(
                name: PercentEncoding.decoded(Array(halves[0]), plusIsSpace: true),
                value: halves.count > 1 ? PercentEncoding.decoded(Array(halves[1]), plusIsSpace: true) : []
            )
        }
    }

    private static func difference(of items: [QueryItem], from expected: [QueryItem]) -> String? {
        var left = items
        for item in expected {
            guard let index = left.firstIndex(of: item) else {
                let found = items.compactMap { $0.name == item.name ? $0.value : nil }
                let name = String(decoding: item.name, as: UTF8.self)
                let isSecret = Self.isSecret(name, found + [item.value])
                let recorded = shown([item.value], isSecret: isSecret)
                return "query \(name) is \(recorded) in the recording, "
                    + "the request has \(shown(found, isSecret: isSecret))"
            }
            left.remove(at: index)
        }
        guard let extra = left.first else { return nil }
        let name = String(decoding: extra.name, as: UTF8.self)
        let value = shown([extra.value], isSecret: isSecret(name, [extra.value]))
        return "the recording has no query \(name), the request has \(value)"
    }

    private static func isSecret(_ query: String, _ values: [[UInt8]]) -> Bool {
        SecretNames.query.contains(query) || values.contains { Redaction.holdsSecret(target: text($0)) }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// What a request has, in full; a secret is not told, because reports end up in logs and on disk.
    private static func shown(_ values: [[UInt8]], isSecret: Bool) -> String {
        if isSecret, !values.isEmpty { return "a value that is not shown" }
        return values.isEmpty
            ? "none" : values.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }.joined(separator: ", ")
    }
}

extension Scenario.Condition.Value {
    /// Whether one of several values satisfies the condition, or, for absence, whether there is none.
    func holds(forAnyOf values: [[UInt8]]) -> Bool {
        switch self {
        case .absent: values.isEmpty
        case .present: !values.isEmpty
        case .not(let inner): !inner.holds(forAnyOf: values)
        case .all(let parts): parts.allSatisfy { $0.holds(forAnyOf: values) }
        default: values.contains(where: holds(for:))
        }
    }

    private func holds(for value: [UInt8]) -> Bool {
        switch self {
        case .equals(let text): value.elementsEqual(text.utf8)
        case .oneOf(let texts): texts.contains { value.elementsEqual($0.utf8) }
        case .startsWith(let text): value.starts(with: text.utf8)
        case .endsWith(let text): value.reversed().starts(with: text.utf8.reversed())
        case .contains(let text): Self.contains(value, Array(text.utf8))
        case .matches(let pattern): pattern.isFound(in: value)
        case .present, .absent, .not, .all: false
        }
    }

    private static func contains(_ value: [UInt8], _ part: [UInt8]) -> Bool {
        guard value.count >= part.count else { return false }
        return (0...(value.count - part.count)).contains { value[$0...].starts(with: part) }
    }

    /// The condition in words, after the name of what it is about.
    var demand: String {
        switch self {
        case .equals(let text): "must be \"\(text)\""
        case .oneOf(let texts): "must be one of " + texts.map { "\"\($0)\"" }.joined(separator: ", ")
        case .contains(let text): "must contain \"\(text)\""
        case .startsWith(let text): "must start with \"\(text)\""
        case .endsWith(let text): "must end with \"\(text)\""
        case .matches(let pattern): "must match the pattern \"\(pattern)\""
        case .present: "must be there"
        case .absent: "must not be there"
        case .not(let inner): "must not hold: " + inner.demand
        case .all(let parts): parts.map(\.demand).joined(separator: " and ")
        }
    }
}
