import Rehearsal

extension HoverflyMatcher {
    func json(_ subject: ImportSubject) -> Scenario.Condition? {
        let wanted = JSONText.value(text)
        if let wanted, let condition = subject.condition(wanted) { return condition }
        return value.refuse(wanted == nil ? "this is no JSON that can be compared" : "a document can be the body alone")
    }

    /// A part of a document.
    func part(_ subject: ImportSubject) -> Scenario.Condition? {
        guard let wanted = JSONText.value(text), wanted.isContainer, case .body = subject else {
            return value.refuse("this is no JSON that can be a part of a body")
        }
        guard !wanted.holdsListOfLists else {
            return value.refuse("Hoverfly looks for a list in a list in the outer one")
        }
        let problem = "a part that may stand anywhere in the document"
        value.differ(problem, instead: "it is looked for at the root of the document")
        return Scenario.Condition(body: [.contains(wanted)])
    }

    func path(_ subject: ImportSubject) -> Scenario.Condition? {
        if case .place = subject, let place = subject.place(at: text) { return place.condition(.present) }
        guard case .body = subject else { return value.refuse("a path can be looked for in the body alone") }
        return value.condition(finding: text)
    }

    /// Several values of one name.
    func array(_ subject: ImportSubject) -> Scenario.Condition? {
        let texts = value.array().compactMap { $0.string() }
        var liberties = HoverflyList.Liberties()
        if let config = config?.object() {
            liberties.unknown = config.bool("ignoreUnknown") ?? false
            liberties.order = config.bool("ignoreOrder") ?? false
            liberties.occurrences = config.bool("ignoreOccurrences") ?? false
            config.refuseRest()
        }
        if liberties.unknown, liberties.order, liberties.occurrences {
            // Nothing of the list matters then.
            if case .body = subject { return Scenario.Condition() }
            return subject.condition(.present)
        }
        if let condition = HoverflyList(texts, subject)?.condition(liberties) { return condition }
        return value.refuse("no condition asks for the values of this list and for no others")
    }

    /// Fields of a form, each with matchers of its own.
    func form(_ subject: ImportSubject) -> Scenario.Condition? {
        guard case .body = subject else { return value.refuse("a form is the body alone") }
        guard let form = value.object() else { return nil }
        var condition: Scenario.Condition? = Scenario.Condition()
        for member in form.value.members {
            guard let known = condition else { return nil }
            let field = ImportSubject.form(member.name)
            let matchers = Self.all(member.value, isRecording: true)
            let first = matchers.isEmpty ? known.and(field.condition(.present)) : known
            condition = .all(of: matchers, from: first) { $0.condition(field) }
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
