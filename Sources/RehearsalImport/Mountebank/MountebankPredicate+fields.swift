import Rehearsal

/// A parameter of the query, a field of the head or a field of a form.
private struct MountebankField {
    /// As predicates name it: `query`, `headers` or `form`.
    let part: String
    let name: String
    /// Whether a condition on its name finds every spelling of it that mountebank finds.
    let isExact: Bool

    var subject: ImportSubject {
        switch part {
        case "query": .query(name)
        case "headers": .header(name)
        default: .form(name)
        }
    }

    /// The condition that a parameter of this name, in any case, goes on as a pattern says.
    func inAnyCase(_ tail: String) -> Scenario.Condition? {
        guard name.isUnreserved else { return nil }
        let start = part == "query" ? #"^[^?]*\?(.*&)?"# : "(^|&)"
        let literal = PatternTranslation.literal(name, ignoringCase: true)
        return (part == "query" ? ImportSubject.url : .body).matching(start + literal + tail)
    }
}

extension MountebankPredicate {
    /// The condition that a request has a form as mountebank reads one.
    ///
    /// It is computed, because the leak check of the fuzzer takes an indirect case in a stored static for a leak.
    private static var hasForm: Scenario.Condition {
        let type = ImportSubject.header("Content-Type").matching(#"^\s*application/x-www-form-urlencoded\s*(;|$)"#)
        return ImportSubject.body.condition(.not(.equals(""))).and(type ?? .init())
    }

    /// Whether a request has a query, a head or a form at all: it always has the first two.
    func part(_ part: String, _ value: ImportValue) -> Scenario.Condition? {
        guard let isThere = value.bool() else { return nil }
        if part == "form" { return isThere ? Self.hasForm : Scenario.Condition(not: [Self.hasForm]) }
        if !isThere { value.refuse("every request has these, so none would be taken") }
        return Scenario.Condition()
    }

    /// What fields of the query, the head or a form must be.
    func fields(of part: String, _ value: ImportValue) -> Scenario.Condition? {
        if part == "headers", areNamesCaseSensitive, !value.members.isEmpty {
            let problem = "mountebank tells names of fields by their case here, which HTTP does not"
            return value.refuse(problem, instead: "the stub is left out; leave \"caseSensitive\" out of the predicate")
        }
        if confusesNames(of: value) { return nil }
        if name == .deepEquals, part == "headers" {
            return value.refuse("clients send more header fields than these, so no request would be taken")
        }
        let first = part == "form" ? Self.hasForm : Scenario.Condition()
        let all = Scenario.Condition.all(of: value.members, from: first) { member in
            let isExact = part == "headers" || self.isExact(member.name)
            return field(MountebankField(part: part, name: member.name, isExact: isExact), member.value)
        }
        guard name == .deepEquals, let all else { return all }
        // Exactly these fields: each of them is there, and there are as many as these.
        let count = value.members.reduce(0) { $0 + $1.value.elementsOrSelf.count }
        guard let pattern = PatternTranslation.fields(count, inURL: part == "query") else {
            return value.refuse("so many fields cannot be counted")
        }
        return all.and((part == "query" ? ImportSubject.url : .body).condition(.matches(pattern)))
    }

    /// What one field must be, or that it is not there.
    private func field(_ field: MountebankField, _ value: ImportValue) -> Scenario.Condition? {
        if value.node.kind == .array { return several(field, value) }
        if name == .deepEquals { return met(field, value) }
        if name == .exists {
            guard let isThere = value.bool(), let any = try? Scenario.Pattern(#"[\s\S]"#) else { return nil }
            let there = one(field, .matches(any), tail: "=[^&]", at: value, isWhole: isThere == isNegated)
            return there.map { isThere ? $0 : Scenario.Condition(not: [$0]) }
        }
        guard let met = met(field, value) else { return nil }
        guard takesNothing(value) else { return met }
        let there = one(field, .present, tail: "(=|&|$)", at: value, isWhole: !isNegated)
        return there.map { Scenario.Condition(any: [met, Scenario.Condition(not: [$0])]) }
    }

    /// A condition on a field with one value that meets the predicate.
    private func met(_ field: MountebankField, _ value: ImportValue) -> Scenario.Condition? {
        let tail = value.scalar.flatMap(tail)
        return self.value(value).flatMap { one(field, $0, tail: tail, at: value, isWhole: isNegated) }
    }

    /// A condition on a field that is there.
    ///
    /// - Parameters:
    ///   - tail: the same as a pattern of what follows the name; nil if there is none.
    ///   - isWhole: whether the name must be found in every case.
    private func one(
        _ field: MountebankField,
        _ asked: Scenario.Condition.Value,
        tail: String?,
        at value: ImportValue,
        isWhole: Bool
    ) -> Scenario.Condition? {
        let condition = field.subject.condition(asked)
        if field.isExact { return condition }
        guard isWhole else {
            differences.add(.names, at: value)
            return condition
        }
        guard let tail, let other = field.inAnyCase(tail) else {
            let problem = "letters of the name are compared whatever their case, and no condition asks this here"
            return value.refuse(problem, instead: "the stub is left out; set \"caseSensitive\" to true")
        }
        return Scenario.Condition(any: [condition, other])
    }

    /// Several values of one field: each of them must be there.
    ///
    /// mountebank compares a single value with such a list character by character, which no client means.
    private func several(_ field: MountebankField, _ value: ImportValue) -> Scenario.Condition? {
        let texts = value.elements.compactMap(\.scalar)
        let folded = Set(isCaseSensitive ? texts : texts.map { $0.lowercased() })
        guard name == .equals || name == .deepEquals, texts.count == value.elements.count, folded.count == texts.count,
            texts.count > 1
        else {
            return value.refuse("only two or more different values that are equal to what is sent can be asked for")
        }
        return .all(of: value.elements) { met(field, $0) }
    }

    /// What follows the name of a field whose value meets the predicate; nil if it may be written in several ways.
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
    /// Whether all of it is unreserved in URLs (RFC 3986 §2.3).
    var isUnreserved: Bool { utf8.allSatisfy(\.isUnreserved) }
}
