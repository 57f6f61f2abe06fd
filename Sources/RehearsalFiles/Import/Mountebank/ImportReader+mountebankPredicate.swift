import Rehearsal

extension ImportReader {
    private static let operators = ["equals", "deepEquals", "contains", "startsWith", "endsWith", "matches", "exists"]

    /// A predicate; nil, and said, for what no condition says.
    ///
    /// - Parameter taken: fields that the endpoint itself says.
    mutating func mountebankPredicate(
        _ value: ImportValue,
        _ cases: inout MountebankCases,
        taken: [String] = [],
        depth: Int = 0,
    ) -> Scenario.Condition? {
        guard depth < 24, let object = object(value) else {
            if depth >= 24 { refuse(value, "predicates nest too deep") }
            return nil
        }
        defer { finish(object, instead: "it is left out, so that more requests may be taken") }
        let isExact = bool(object["caseSensitive"]) ?? false
        object.ignore("keyCaseSensitive", "comment")
        guard !isForeign(object) else { return nil }
        for name in ["and", "or", "not"] {
            guard let part = object[name] else { continue }
            return compound(name, part, &cases, depth)
        }
        guard let name = Self.operators.first(where: { object[$0] != nil }), let fields = object[name] else {
            refuse(value, "no predicate that is known here")
            return nil
        }
        let path = self.object(object["jsonpath"])
        let predicate = MountebankPredicate(name: name, selector: path.flatMap { string($0["selector"]) })
        if let path { finish(path) }
        guard self.object(fields) != nil else { return nil }
        let asked = fields.members.filter { !taken.contains($0.name) }
        if !isExact, name != "exists", asked.contains(where: \.value.holdsLetters) { cases.add(value) }
        return all(predicate, asked)
    }

    /// What each of several fields must be.
    private mutating func all(
        _ predicate: MountebankPredicate,
        _ fields: [(name: String, value: ImportValue)],
    ) -> Scenario.Condition? {
        var condition = Scenario.Condition()
        for field in fields {
            guard let part = asked(predicate, field.name, field.value) else { return nil }
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
            object.ignore("equals", "deepEquals", "contains", "startsWith", "endsWith", "matches", "exists")
            return true
        }
        return false
    }

    private mutating func compound(
        _ name: String,
        _ value: ImportValue,
        _ cases: inout MountebankCases,
        _ depth: Int,
    ) -> Scenario.Condition? {
        if name == "not" {
            let inner = mountebankPredicate(value, &cases, depth: depth + 1)
            return inner.map { Scenario.Condition(not: [$0]) }
        }
        var parts: [Scenario.Condition] = []
        for element in array(value) {
            guard let part = mountebankPredicate(element, &cases, depth: depth + 1) else { return nil }
            parts.append(part)
        }
        guard name == "or", parts.count > 1 else { return parts.reduce(Scenario.Condition()) { $0.and($1) } }
        return Scenario.Condition(any: parts)
    }

    /// What one field must be.
    private mutating func asked(
        _ predicate: MountebankPredicate,
        _ name: String,
        _ value: ImportValue,
    ) -> Scenario.Condition? {
        switch name {
        case "path": return path(predicate, value)
        case "body": return body(predicate, value)
        case "query", "headers", "form":
            guard value.node.kind == .object else { break }
            return fields(predicate, name, value)
        default: break
        }
        refuse(value, "no condition asks this of \(name.quoted)")
        return nil
    }

    private mutating func fields(
        _ predicate: MountebankPredicate,
        _ part: String,
        _ value: ImportValue,
    ) -> Scenario.Condition? {
        if predicate.name == "deepEquals", part == "query", value.members.isEmpty {
            return ImportSubject.url.condition(.not(.contains("?")))
        }
        if predicate.name == "deepEquals" {
            differ(value, "nothing beside these may be there", instead: "others are taken too")
        }
        var condition = Scenario.Condition()
        for member in value.members {
            let subject: ImportSubject =
                switch part {
                case "query": .query(member.name)
                case "headers": .header(member.name)
                default: .form(member.name)
                }
            // Of several values each must be there.
            for one in member.value.node.kind == .array ? member.value.elements : [member.value] {
                guard let asked = predicate.value(one, &self) else { return nil }
                condition = condition.and(subject.condition(asked))
            }
        }
        return condition
    }

    /// The path without the query.
    private mutating func path(_ predicate: MountebankPredicate, _ value: ImportValue) -> Scenario.Condition? {
        if predicate.name == "exists" {
            if bool(value) == true { return Scenario.Condition() }
            refuse(value, "there is no request without a path")
            return nil
        }
        guard let text = text(value) else { return nil }
        let literal = PatternTranslation.literal(text)
        let pattern: String
        switch predicate.name {
        case "startsWith": return ImportSubject.url.condition(.startsWith(text))
        case "contains": pattern = "^[^?]*\(literal)"
        case "endsWith": pattern = "^[^?]*\(literal)(\\?.*)?$"
        case "matches":
            let endsThere = text.hasSuffix("$") && !text.hasSuffix("\\$")
            guard let found = found(endsThere ? text.dropLast() + #"(\?.*)?$"# : text, at: value) else { return nil }
            return ImportSubject.url.condition(.matches(found))
        default: pattern = "^\(literal)(\\?.*)?$"
        }
        return (try? Scenario.Pattern(pattern)).map { ImportSubject.url.condition(.matches($0)) }
    }

    /// A pattern that is found in a text; nil, and said, if there is none.
    mutating func found(_ text: String, at value: ImportValue) -> Scenario.Pattern? {
        do throws(PatternTranslation.Untranslatable) {
            return try PatternTranslation.found(text)
        } catch {
            refuse(value, "no pattern says the same: \(error.reason)")
            return nil
        }
    }
}

extension ImportValue {
    /// Whether there is a letter in any text of it.
    var holdsLetters: Bool {
        switch node.kind {
        case .string: node.string?.contains(where: \.isLetter) ?? false
        case .array: elements.contains(where: \.holdsLetters)
        case .object: members.contains { $0.value.holdsLetters }
        default: false
        }
    }
}
