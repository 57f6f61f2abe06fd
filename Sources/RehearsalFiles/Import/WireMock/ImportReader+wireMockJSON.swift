import Rehearsal

extension ImportReader {
    /// Matchers that look into a document.
    mutating func document(
        _ name: String,
        _ operand: ImportValue,
        _ object: ImportObject,
        _ subject: ImportSubject,
        _ depth: Int,
    ) -> Scenario.Condition? {
        name == "equalToJson"
            ? equalJSON(operand, object, subject) : path(operand, subject, depth)
    }

    private mutating func equalJSON(
        _ operand: ImportValue,
        _ object: ImportObject,
        _ subject: ImportSubject,
    ) -> Scenario.Condition? {
        let ignoresOrder = bool(object["ignoreArrayOrder"]) ?? false
        let ignoresExtra = bool(object["ignoreExtraElements"]) ?? false
        let parsed = operand.node.kind == .string ? operand.node.string.flatMap(JSONText.value) : operand.node.value
        guard let wanted = parsed else {
            refuse(operand, "this text is no JSON that can be compared")
            return nil
        }
        if wanted.holdsPlaceholder {
            refuse(operand, "placeholders of JsonUnit (\"${json-unit…\") are not known here")
            return nil
        }
        guard ignoresOrder || ignoresExtra else { return subject.condition(wanted) ?? wrongPlace(operand) }
        guard case .body = subject else { return wrongPlace(operand) }
        if ignoresOrder, !ignoresExtra, !wanted.hasLongArray { return Scenario.Condition(body: [.json(wanted)]) }
        if ignoresOrder != ignoresExtra, wanted.hasLongArray { tellLoss(operand, ofOrder: ignoresExtra) }
        return Scenario.Condition(body: [.contains(wanted)])
    }

    /// Says what a document does not ask for that is asked to be a part.
    private mutating func tellLoss(_ operand: ImportValue, ofOrder: Bool) {
        if ofOrder {
            let problem = "more members, with arrays in their order, are not asked for together"
            differ(operand, problem, instead: "arrays are in any order")
        } else {
            let problem = "arrays in any order, and nothing beside what is said, are not asked for together"
            differ(operand, problem, instead: "arrays are in any order, and more may be there")
        }
    }

    private mutating func wrongPlace(_ operand: ImportValue) -> Scenario.Condition? {
        refuse(operand, "a document can be asked for in the body alone")
        return nil
    }

    private mutating func path(_ operand: ImportValue, _ subject: ImportSubject, _ depth: Int) -> Scenario.Condition? {
        guard case .body = subject else { return wrongPlace(operand) }
        if operand.node.kind == .string { return finding(operand.node.string ?? "", operand) }
        guard let object = object(operand), let expression = string(object["expression"]) else {
            refuse(operand, "a path, or an object with an \"expression\", belongs here")
            return nil
        }
        let names = operand.node.members.map(\.name).filter { $0 != "expression" }
        guard !names.isEmpty else { return finding(expression, operand) }
        guard let pointer = JSONPathTranslation.pointer(expression) else {
            return values(of: expression, operand, object)
        }
        // The members beside the expression are a matcher of their own.
        return wireMockMatcher(operand, .place(pointer), depth: depth + 1, besides: "expression")
    }

    private mutating func finding(_ text: String, _ operand: ImportValue) -> Scenario.Condition? {
        do throws(JSONPathTranslation.Untranslatable) {
            return Scenario.Condition(body: [.path(try JSONPathTranslation.path(text))])
        } catch {
            refuse(operand, "no path says the same: \(error.reason)")
            return nil
        }
    }

    /// A condition on one of the values that a path finds: the path is asked to find one that is so.
    private mutating func values(
        of expression: String,
        _ operand: ImportValue,
        _ object: ImportObject,
    ) -> Scenario.Condition? {
        let equal = object["equalTo"].flatMap(\.scalar)
        let part = object["contains"].flatMap(\.scalar)
        let pattern = object["matches"].flatMap(\.scalar)
        defer { finish(object) }
        let quoted = JSONPathTranslation.quoted
        let test: ((String) -> String)?
        if let equal {
            test = { JSONPathTranslation.equality($0, equal) }
        } else if let part {
            test = { "search(\($0), \(quoted(PatternTranslation.literal(part))))" }
        } else if let pattern, let whole = wholePattern(pattern, at: operand) {
            test = { "match(\($0), \(quoted(String(whole.text.dropFirst().dropLast()))))" }
        } else {
            test = nil
        }
        guard let test, let path = JSONPathTranslation.path(to: expression, where: test) else {
            refuse(operand, "of several values only one that is equal, contains or matches can be asked for")
            return nil
        }
        return finding(path, operand)
    }
}

extension JSON {
    /// Whether there is an array of several elements, whose order may matter.
    fileprivate var hasLongArray: Bool {
        switch self {
        case .array(let elements): elements.count > 1 || elements.contains(where: \.hasLongArray)
        case .object(let members): members.contains { $0.value.hasLongArray }
        default: false
        }
    }

    fileprivate var holdsPlaceholder: Bool {
        switch self {
        case .string(let text): text.contains("${json-unit") || text.contains("#{json-unit")
        case .array(let elements): elements.contains(where: \.holdsPlaceholder)
        case .object(let members): members.contains { $0.value.holdsPlaceholder }
        default: false
        }
    }
}
