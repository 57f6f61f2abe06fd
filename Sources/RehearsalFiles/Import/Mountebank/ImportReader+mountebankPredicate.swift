import Rehearsal

extension ImportReader {
    private static let compounds = ["and", "or", "not", "inject"]

    /// A predicate; nil, and said, for what no condition says.
    ///
    /// - Parameters:
    ///   - taken: fields that the endpoint itself says.
    ///   - isNegated: whether the predicate stands in a `not`.
    mutating func mountebankPredicate(
        _ value: ImportValue,
        _ differences: inout MountebankDifferences,
        taken: [String] = [],
        isNegated: Bool = false,
        depth: Int = 0,
    ) -> Scenario.Condition? {
        guard depth < 24, let object = object(value) else {
            if depth >= 24 { refuse(value, "predicates nest too deep") }
            return nil
        }
        defer { refuseRest(object) }
        object.ignore("comment")
        guard let name = value.mountebankOperator, let part = object[name] else {
            refuse(value, "no predicate that is known here")
            return nil
        }
        for other in value.members where other.name != name && Self.isOperator(other.name) {
            object.ignore(other.name)
            differ(other.value, "mountebank asks \(name.quoted) alone", instead: "it is left out")
        }
        let isCaseSensitive = bool(object["caseSensitive"]) ?? false
        let keys = bool(object["keyCaseSensitive"])
        let path = self.object(object["jsonpath"])
        let selector = path.flatMap { string($0["selector"]) }
        if let path { finish(path) }
        guard !isForeign(object) else { return nil }
        guard let comparison = MountebankPredicate.Operator(rawValue: name) else {
            return compound(name, part, &differences, isNegated, depth)
        }
        if selector != nil, keys == true, !isCaseSensitive {
            refuse(value, "mountebank finds nothing by a path whose letters matter in names whose letters do not")
        }
        let predicate = MountebankPredicate(
            name: comparison,
            selector: selector,
            isCaseSensitive: isCaseSensitive,
            areNamesCaseSensitive: isCaseSensitive && (comparison == .matches || keys ?? true),
            isNegated: isNegated
        )
        guard self.object(part) != nil else { return nil }
        return all(predicate, part.members.filter { !taken.contains($0.name) }, &differences)
    }

    fileprivate static func isOperator(_ name: String) -> Bool {
        compounds.contains(name) || MountebankPredicate.Operator(rawValue: name) != nil
    }

    /// What each of several fields must be.
    private mutating func all(
        _ predicate: MountebankPredicate,
        _ fields: [(name: String, value: ImportValue)],
        _ differences: inout MountebankDifferences,
    ) -> Scenario.Condition? {
        var condition = Scenario.Condition()
        for field in fields {
            guard let part = asked(predicate, field.name, field.value, &differences) else { return nil }
            condition = condition.and(part)
        }
        return condition
    }

    /// Whether what decides is what no condition does, which is then said.
    private mutating func isForeign(_ object: ImportObject) -> Bool {
        let known = [
            ("inject", "what decides is a program"), ("xpath", "XPath is not looked for"),
            ("except", "a part of the value cannot be taken out before it is compared"),
        ]
        for (name, problem) in known {
            guard let part = object[name], part.scalar?.isEmpty != true else { continue }
            refuse(part, problem)
            return true
        }
        return false
    }

    private mutating func compound(
        _ name: String,
        _ value: ImportValue,
        _ differences: inout MountebankDifferences,
        _ isNegated: Bool,
        _ depth: Int,
    ) -> Scenario.Condition? {
        if name == "not" {
            let inner = mountebankPredicate(value, &differences, isNegated: !isNegated, depth: depth + 1)
            return inner.map { Scenario.Condition(not: [$0]) }
        }
        var parts: [Scenario.Condition] = []
        for element in array(value) {
            let part = mountebankPredicate(element, &differences, isNegated: isNegated, depth: depth + 1)
            guard let part else { return nil }
            parts.append(part)
        }
        guard name == "or" else { return parts.reduce(Scenario.Condition()) { $0.and($1) } }
        if parts.isEmpty { refuse(value, "one of no predicates never holds") }
        // One that asks for nothing takes every request.
        if parts.contains(where: \.asksNothing) { return Scenario.Condition() }
        return parts.count == 1 ? parts[0] : Scenario.Condition(any: parts)
    }

    /// What one field must be.
    private mutating func asked(
        _ predicate: MountebankPredicate,
        _ name: String,
        _ value: ImportValue,
        _ differences: inout MountebankDifferences,
    ) -> Scenario.Condition? {
        switch name {
        case "body": return mountebankBody(predicate, value, &differences)
        case _ where predicate.selector != nil:
            refuse(value, "a path is looked for in the body alone")
            return nil
        case "path": return path(predicate, value)
        case "query", "headers", "form":
            if value.node.kind == .object { return mountebankFields(predicate, name, value, &differences) }
            if predicate.name == .exists { return mountebankPart(name, value) }
        default: break
        }
        refuse(value, "no condition asks this of \(name.quoted)")
        return nil
    }

    /// The path without the query, escapes included.
    private mutating func path(_ predicate: MountebankPredicate, _ value: ImportValue) -> Scenario.Condition? {
        if predicate.name == .exists {
            if bool(value) == true { return Scenario.Condition() }
            refuse(value, "there is no request without a path")
            return nil
        }
        guard let text = predicate.text(value, &self) else { return nil }
        let isExact = predicate.isCaseSensitive
        do throws(PatternTranslation.Untranslatable) {
            if predicate.name == .matches {
                let pattern = try PatternTranslation.foundInPath(text, ignoringCase: !isExact)
                return ImportSubject.url.condition(.matches(pattern))
            }
        } catch {
            refuse(value, "no pattern says the same: \(error.reason)")
            return nil
        }
        guard text.isPath else {
            let problem = "mountebank compares a path as it is sent, and no request sends these characters"
            refuse(value, problem, instead: "the stub is left out; write escapes such as %20 in the path")
            return nil
        }
        let literal = PatternTranslation.literal(text, ignoringCase: !isExact)
        let pattern =
            switch predicate.name {
            case .startsWith: "^\(literal)"
            case .contains: "^[^?]*\(literal)"
            case .endsWith: #"^[^?]*\#(literal)(\?|$)"#
            default: #"^\#(literal)(\?|$)"#
            }
        if predicate.name == .startsWith, isExact || !text.hasCases {
            return ImportSubject.url.condition(.startsWith(text))
        }
        return (try? Scenario.Pattern(pattern)).map { ImportSubject.url.condition(.matches($0)) }
    }

    /// A pattern that is found in a text; nil, and said, if there is none.
    mutating func found(_ text: String, at value: ImportValue, ignoringCase: Bool) -> Scenario.Pattern? {
        do throws(PatternTranslation.Untranslatable) {
            return try PatternTranslation.found(text, ignoringCase: ignoringCase)
        } catch {
            refuse(value, "no pattern says the same: \(error.reason)")
            return nil
        }
    }
}

extension ImportValue {
    /// The operator that mountebank asks of a predicate: the first one, and no other.
    var mountebankOperator: String? { node.members.map(\.name).first(where: ImportReader.isOperator) }
}

extension String {
    /// Whether a path can hold it as it is sent, without an escape more.
    var isPath: Bool {
        utf8.allSatisfy { byte in 0x21...0x7E ~= byte && !#"?#"<>`{}"#.utf8.contains(byte) }
    }

    /// Whether any letter of it has another case.
    var hasCases: Bool { unicodeScalars.contains { PatternTranslation.otherCase($0) != nil } }
}
