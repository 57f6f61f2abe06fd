import Rehearsal

/// A query parameter, a header or a form field.
private struct MountebankField {
    /// The member of the predicate: `query`, `headers` or `form`.
    let part: String
    let name: String
    /// Whether a case-sensitive comparison finds the same names as mountebank's comparison.
    let isExact: Bool

    var subject: MatchTarget {
        switch part {
        case "query": .query(name)
        case "headers": .header(name)
        default: .form(name)
        }
    }

    /// Returns the condition that a parameter has this name in any case, followed by a pattern.
    func caseInsensitiveCondition(_ tail: String) -> Scenario.Condition? {
        guard name.isUnreserved else { return nil }
        let start = part == "query" ? #"^[^?]*\?(.*&)?"# : "(^|&)"
        let literal = PatternTranslation.literal(name, ignoringCase: true)
        return (part == "query" ? MatchTarget.url : .body).matching(start + literal + tail)
    }
}

extension MountebankPredicate {
    /// The condition that a request has a form, as mountebank defines it.
    ///
    /// It is computed, because the fuzzer's leak check reports an indirect case in a stored static.
    private static var hasForm: Scenario.Condition {
        let type = MatchTarget.header("Content-Type").matching(#"^\s*application/x-www-form-urlencoded\s*(;|$)"#)
        return MatchTarget.body.condition(.not(.equals(""))).and(type ?? .init())
    }

    /// Returns the condition that a request has a query, headers or a form. Each request has a query and headers.
    func presenceCondition(_ part: String, _ value: ImportValue) -> Scenario.Condition? {
        guard let mustExist = value.bool() else { return nil }
        if part == "form" { return mustExist ? Self.hasForm : Scenario.Condition(not: [Self.hasForm]) }
        if !mustExist { value.refuse("every request has a query and headers, so no request matches") }
        return Scenario.Condition()
    }

    /// Returns the condition on the fields of the query, the headers or a form.
    func fields(of part: String, _ value: ImportValue) -> Scenario.Condition? {
        if part == "headers", areNamesCaseSensitive, !value.members.isEmpty {
            let problem = "mountebank compares the case of header names here, which HTTP ignores"
            return value.refuse(problem, instead: "the stub is left out; remove \"caseSensitive\" from the predicate")
        }
        if refusesDuplicateNames(of: value) { return nil }
        if name == .deepEquals, part == "headers" {
            return value.refuse("clients send more header fields than these, so no request matches")
        }
        let first = part == "form" ? Self.hasForm : Scenario.Condition()
        let all = Scenario.Condition.all(of: value.members, from: first) { member in
            let isExact = part == "headers" || self.isExact(member.name)
            return field(MountebankField(part: part, name: member.name, isExact: isExact), member.value)
        }
        guard name == .deepEquals, let all else { return all }
        // Each field must be present, and the number of fields must be equal.
        let count = value.members.reduce(0) { $0 + $1.value.elementsOrSelf.count }
        guard let pattern = PatternTranslation.fields(count, inURL: part == "query") else {
            return value.refuse("there are too many fields to compare")
        }
        return all.and((part == "query" ? MatchTarget.url : .body).condition(.matches(pattern)))
    }

    /// Returns the condition on one field of the query, the headers or a form.
    private func field(_ field: MountebankField, _ value: ImportValue) -> Scenario.Condition? {
        if value.node.kind == .array { return severalValuesCondition(field, value) }
        if name == .deepEquals { return matchingFieldCondition(field, value) }
        if name == .exists {
            guard let mustExist = value.bool(), let any = try? Scenario.Pattern(#"[\s\S]"#) else { return nil }
            let presence = presentFieldCondition(
                field,
                .matches(any),
                tail: "=[^&]",
                at: value,
                findsEveryCase: mustExist == isNegated
            )
            return presence.map { mustExist ? $0 : Scenario.Condition(not: [$0]) }
        }
        guard let matching = matchingFieldCondition(field, value) else { return nil }
        guard matchesMissingValue(value) else { return matching }
        let presence = presentFieldCondition(field, .present, tail: "(=|&|$)", at: value, findsEveryCase: !isNegated)
        return presence.map { Scenario.Condition(any: [matching, Scenario.Condition(not: [$0])]) }
    }

    /// Returns the condition that a field has a value that satisfies the predicate.
    private func matchingFieldCondition(_ field: MountebankField, _ value: ImportValue) -> Scenario.Condition? {
        let tail = value.scalar.flatMap(tail)
        return self.value(value).flatMap {
            presentFieldCondition(field, $0, tail: tail, at: value, findsEveryCase: isNegated)
        }
    }

    /// Returns the condition on a field that is present.
    ///
    /// - Parameters:
    ///   - tail: The pattern that follows the name in the encoded query or form; nil if there is none.
    ///   - findsEveryCase: Whether the condition must also match the name in another case.
    private func presentFieldCondition(
        _ field: MountebankField,
        _ requirement: Scenario.Condition.Value,
        tail: String?,
        at value: ImportValue,
        findsEveryCase: Bool
    ) -> Scenario.Condition? {
        let condition = field.subject.condition(requirement)
        if field.isExact { return condition }
        guard findsEveryCase else {
            differences.add(.names, at: value)
            return condition
        }
        guard let tail, let other = field.caseInsensitiveCondition(tail) else {
            let problem = "mountebank ignores the case of the name, which no condition can do here"
            return value.refuse(problem, instead: "the stub is left out; set \"caseSensitive\" to true")
        }
        return Scenario.Condition(any: [condition, other])
    }

    /// Returns the condition that a field has each of several values.
    ///
    /// If a request has only one value, mountebank compares its characters with the list. The condition does not.
    private func severalValuesCondition(_ field: MountebankField, _ value: ImportValue) -> Scenario.Condition? {
        let texts = value.elements.compactMap(\.scalar)
        let folded = Set(isCaseSensitive ? texts : texts.map { $0.lowercased() })
        guard name == .equals || name == .deepEquals, texts.count == value.elements.count, folded.count == texts.count,
            texts.count > 1
        else {
            return value.refuse("a list needs at least two different values and the operator equals or deepEquals")
        }
        return .all(of: value.elements) { matchingFieldCondition(field, $0) }
    }

    /// Returns the pattern for an encoded value after the name of its field; nil if the encoding is ambiguous.
    private func tail(_ text: String) -> String? {
        guard text.isUnreserved else { return nil }
        let literal = PatternTranslation.literal(text, ignoringCase: !isCaseSensitive)
        switch name {
        case .equals, .deepEquals: return text.isEmpty ? "=?(&|$)" : "=\(literal)(&|$)"
        case .contains: return text.isEmpty ? "(=|&|$)" : "=[^&]*\(literal)"
        case .startsWith: return text.isEmpty ? "(=|&|$)" : "=\(literal)"
        case .endsWith: return text.isEmpty ? "(=|&|$)" : "=[^&]*\(literal)(&|$)"
        case .matches, .exists: return nil
        }
    }
}

extension String {
    /// Whether all characters are unreserved in URLs (RFC 3986 §2.3).
    var isUnreserved: Bool { utf8.allSatisfy(\.isUnreserved) }
}
