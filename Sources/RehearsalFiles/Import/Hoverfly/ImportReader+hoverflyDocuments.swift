import Rehearsal

extension ImportReader {
    mutating func hoverflyJSON(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        let wanted = JSONText.value(matcher.text)
        if let wanted, let condition = subject.condition(wanted) { return condition }
        refuse(
            matcher.value,
            wanted == nil ? "this is no JSON that can be compared" : "a document can be the body alone"
        )
        return nil
    }

    /// A part of a document.
    mutating func hoverflyPart(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        guard let wanted = JSONText.value(matcher.text), wanted.isContainer, case .body = subject else {
            refuse(matcher.value, "this is no JSON that can be a part of a body")
            return nil
        }
        guard !wanted.holdsListOfLists else {
            refuse(matcher.value, "Hoverfly looks for a list in a list in the outer one")
            return nil
        }
        differ(
            matcher.value,
            "a part that may stand anywhere in the document",
            instead: "it is looked for at the root of the document"
        )
        return Scenario.Condition(body: [.contains(wanted)])
    }

    mutating func hoverflyPath(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        if case .place = subject, let place = subject.place(at: matcher.text) { return place.condition(.present) }
        guard case .body = subject else {
            refuse(matcher.value, "a path can be looked for in the body alone")
            return nil
        }
        do throws(JSONPathTranslation.Untranslatable) {
            return Scenario.Condition(body: [.path(try JSONPathTranslation.path(matcher.text))])
        } catch {
            refuse(matcher.value, "no path says the same: \(error.reason)")
            return nil
        }
    }

    /// Several values of one name.
    mutating func hoverflyArray(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        let texts = array(matcher.value).compactMap { string($0) }
        var liberties = HoverflyList.Liberties()
        if let config = object(matcher.config) {
            liberties.unknown = bool(config["ignoreUnknown"]) ?? false
            liberties.order = bool(config["ignoreOrder"]) ?? false
            liberties.occurrences = bool(config["ignoreOccurrences"]) ?? false
            refuseRest(config)
        }
        if liberties.unknown, liberties.order, liberties.occurrences {
            // Nothing of the list matters then.
            if case .body = subject { return Scenario.Condition() }
            return subject.condition(.present)
        }
        if let condition = HoverflyList(texts, subject)?.condition(liberties) { return condition }
        refuse(matcher.value, "no condition asks for the values of this list and for no others")
        return nil
    }

    /// Fields of a form, each with matchers of its own.
    mutating func hoverflyForm(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        guard case .body = subject else {
            refuse(matcher.value, "a form is the body alone")
            return nil
        }
        guard object(matcher.value) != nil else { return nil }
        var condition = Scenario.Condition()
        for member in matcher.value.members {
            let field = ImportSubject.form(member.name)
            let matchers = hoverflyMatchers(member.value, isRecording: true)
            if matchers.isEmpty { condition = condition.and(field.condition(.present)) }
            for inner in matchers {
                guard let part = hoverflyCondition(inner, field) else { return nil }
                condition = condition.and(part)
            }
        }
        return condition
    }
}

extension JSON {
    /// Whether a list stands in a list.
    fileprivate var holdsListOfLists: Bool {
        switch self {
        case .object(let members): members.contains { $0.value.holdsListOfLists }
        case .array(let elements):
            elements.contains { if case .array = $0 { true } else { $0.holdsListOfLists } }
        default: false
        }
    }

    fileprivate var isContainer: Bool {
        switch self {
        case .object, .array: true
        default: false
        }
    }
}

extension ImportSubject {
    /// The one place in it that a path names; nil if it names none, or several.
    func place(at path: String) -> ImportSubject? {
        guard let pointer = JSONPathTranslation.pointer(path) else { return nil }
        switch self {
        case .body: return .place(pointer)
        case .place(let base): return .place(JSON.Pointer(tokens: base.tokens + pointer.tokens))
        default: return nil
        }
    }
}
