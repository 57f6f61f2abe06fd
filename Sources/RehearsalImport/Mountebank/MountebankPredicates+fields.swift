import Rehearsal

/// A parameter of the query, a field of the head or a field of a form.
private struct MountebankField {
    /// As predicates name it: `query`, `headers` or `form`.
    let part: String
    let name: String
    /// Whether a condition on its name finds every spelling of it that mountebank finds.
    let isExact: Bool

    init(_ part: String, _ name: String, of predicate: MountebankPredicate) {
        (self.part, self.name) = (part, name)
        isExact = part == "headers" || predicate.isExact(name)
    }

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
        guard let pattern = try? Scenario.Pattern(start + literal + tail) else { return nil }
        return (part == "query" ? ImportSubject.url : .body).condition(.matches(pattern))
    }
}

extension MountebankPredicates {
    /// The condition that a request has a form as mountebank reads one.
    ///
    /// It is computed, because the leak check of the fuzzer takes an indirect case in a stored static for a leak.
    private static var hasForm: Scenario.Condition {
        let pattern = try? Scenario.Pattern(#"^\s*application/x-www-form-urlencoded\s*(;|$)"#)
        let type = pattern.map { Scenario.Condition(headers: [.init("Content-Type", .matches($0))]) }
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
    mutating func fields(
        _ predicate: MountebankPredicate,
        _ part: String,
        _ value: ImportValue
    ) -> Scenario.Condition? {
        if part == "headers", predicate.areNamesCaseSensitive, !value.members.isEmpty {
            let problem = "mountebank tells names of fields by their case here, which HTTP does not"
            return value.refuse(problem, instead: "the stub is left out; leave \"caseSensitive\" out of the predicate")
        }
        guard !predicate.confuses(value.members.map(\.name)) else {
            return value.refuse("two of these names are one in mountebank, which asks the last of them")
        }
        if predicate.name == .deepEquals { return allFields(predicate, part, value) }
        let first = part == "form" ? Self.hasForm : Scenario.Condition()
        return .all(of: value.members, from: first) { member in
            field(MountebankField(part, member.name, of: predicate), predicate, member.value)
        }
    }

    /// What one field must be, or that it is not there.
    private mutating func field(
        _ field: MountebankField,
        _ predicate: MountebankPredicate,
        _ value: ImportValue
    ) -> Scenario.Condition? {
        if value.node.kind == .array { return several(field, predicate, value) }
        let isNegated = predicate.isNegated
        if predicate.name == .exists {
            guard let isThere = value.bool(), let any = try? Scenario.Pattern(#"[\s\S]"#) else { return nil }
            let isWhole = isThere == isNegated
            let there = one(field, .matches(any), tail: "=[^&]", at: value, isWhole: isWhole)
            return there.map { isThere ? $0 : Scenario.Condition(not: [$0]) }
        }
        guard let met = met(field, predicate, value) else { return nil }
        guard predicate.takesNothing(value) else { return met }
        let there = one(field, .present, tail: "(=|&|$)", at: value, isWhole: !isNegated)
        return there.map { Scenario.Condition(any: [met, Scenario.Condition(not: [$0])]) }
    }

    /// A condition on a field with one value that meets the predicate.
    private mutating func met(
        _ field: MountebankField,
        _ predicate: MountebankPredicate,
        _ value: ImportValue
    ) -> Scenario.Condition? {
        let tail = value.scalar.flatMap { predicate.tail($0) }
        return predicate.value(value).flatMap {
            one(field, $0, tail: tail, at: value, isWhole: predicate.isNegated)
        }
    }

    /// A condition on a field that is there.
    ///
    /// - Parameters:
    ///   - tail: the same as a pattern of what follows the name; nil if there is none.
    ///   - isWhole: whether the name must be found in every case.
    private mutating func one(
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
    private mutating func several(
        _ field: MountebankField,
        _ predicate: MountebankPredicate,
        _ value: ImportValue
    ) -> Scenario.Condition? {
        let texts = value.elements.compactMap(\.scalar)
        let folded = Set(predicate.isCaseSensitive ? texts : texts.map { $0.lowercased() })
        guard predicate.name == .equals || predicate.name == .deepEquals, texts.count == value.elements.count,
            folded.count == texts.count, texts.count > 1
        else {
            return value.refuse("only two or more different values that are equal to what is sent can be asked for")
        }
        return .all(of: value.elements) { met(field, predicate, $0) }
    }

    /// Exactly these fields: each of them is there, and there are as many as these.
    private mutating func allFields(
        _ predicate: MountebankPredicate,
        _ part: String,
        _ value: ImportValue
    ) -> Scenario.Condition? {
        guard part != "headers" else {
            return value.refuse("clients send more header fields than these, so no request would be taken")
        }
        var count = 0
        let first = part == "form" ? Self.hasForm : Scenario.Condition()
        let condition = Scenario.Condition.all(of: value.members, from: first) { member in
            let field = MountebankField(part, member.name, of: predicate)
            let isList = member.value.node.kind == .array
            count += member.value.elementsOrSelf.count
            return isList ? several(field, predicate, member.value) : met(field, predicate, member.value)
        }
        guard let condition else { return nil }
        guard let pattern = PatternTranslation.fields(count, inURL: part == "query") else {
            return value.refuse("so many fields cannot be counted")
        }
        return condition.and((part == "query" ? ImportSubject.url : .body).condition(.matches(pattern)))
    }
}

extension MountebankPredicate {
    /// What follows the name of a field whose value meets the predicate; nil if it may be written in several ways.
    fileprivate func tail(_ text: String) -> String? {
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
