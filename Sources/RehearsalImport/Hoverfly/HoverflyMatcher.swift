import Rehearsal

/// A matcher of a field of a request in the shape of the newest version.
struct HoverflyMatcher {
    var name: String
    var value: ImportValue
    /// The value, where it is a text.
    var text: String
    /// The differences between two lists that a matcher ignores.
    var config: ImportValue?
    /// The matcher of what this one selects (`doMatch`).
    var next: ImportValue?

    /// A field of a request in any version: a text, an object with a key for each matcher, or a list of matchers.
    static func all(_ value: ImportValue?, isRecording: Bool) -> [HoverflyMatcher] {
        guard let value else { return [] }
        switch value.node.kind {
        case .string:
            let text = value.node.string ?? ""
            return [HoverflyMatcher(name: isRecording ? "exact" : "glob", value: value, text: text)]
        case .object:
            return value.members.compactMap { member in
                guard member.name.hasSuffix("Match") else {
                    return member.value.refuse("there is no matcher \(member.name.quoted)")
                }
                let name = String(member.name.dropLast(5)).lowercased()
                return member.value.text().map { HoverflyMatcher(name: name, value: member.value, text: $0) }
            }
        default: return value.array().compactMap(one)
        }
    }

    /// One matcher of the newest version.
    private static func one(_ value: ImportValue) -> HoverflyMatcher? {
        guard let object = value.object() else { return nil }
        let name = object.string("matcher")?.lowercased() ?? ""
        let (wanted, config) = (object["value"], object["config"])
        object.ignore("doMatch")
        object.refuseRest()
        if let config, name != "array" {
            return config.refuse("the matcher \(name.quoted) has no settings, and Hoverfly fails at them")
        }
        guard let text = wanted?.node.string ?? (name == "array" || name == "form" ? "" : nil) else {
            let problem = "Hoverfly compares only texts here, so no request would be taken"
            return (wanted ?? value).refuse(problem, instead: "the pair is left out; write the value as a string")
        }
        return HoverflyMatcher(
            name: name.isEmpty ? "exact" : name,
            value: wanted ?? value,
            text: text,
            config: config,
            next: value.members.first { $0.name == "doMatch" && $0.value.node.kind != .null }?.value
        )
    }

    /// A matcher and those that follow it, where each is asked of the same text.
    var chain: [HoverflyMatcher] {
        var chain = [self]
        while let next = chain.last?.next, chain.count < 16 {
            guard let matcher = Self.one(next) else { return [] }
            chain.append(matcher)
        }
        if chain.last?.next != nil { value.refuse("more than 16 matchers follow one another") }
        return chain
    }

    /// How much a matcher counts.
    var score: Int {
        if name == "form" {
            let fields = value.members.flatMap { Self.all($0.value, isRecording: true) }
            return fields.reduce(0) { $0 + $1.score }
        }
        return name == "exact" || name == "array" && config == nil ? 2 : 1
    }

    /// The condition that a matcher is; nil, and said, for what no condition says.
    func condition(_ subject: ImportSubject, depth: Int = 0) -> Scenario.Condition? {
        guard let condition = single(subject) else { return nil }
        guard let next else { return condition }
        guard depth < 16, name != "form" else {
            return next.refuse(depth < 16 ? "nothing follows a form" : "more than 16 matchers follow one another")
        }
        guard let second = Self.one(next) else { return nil }
        guard name == "jsonpath" else { return second.condition(subject, depth: depth + 1).map { condition.and($0) } }
        guard let place = subject.place(at: text) else { return next.refuse("of several values none is asked for") }
        return second.condition(place, depth: depth + 1)
    }

    /// The condition that a matcher is without those that follow it.
    private func single(_ subject: ImportSubject) -> Scenario.Condition? {
        switch name {
        case "exact": return subject.condition(.equals(text))
        case "negate":
            // What is not there meets no matcher.
            if case .body = subject { return subject.condition(.not(.equals(text))) }
            return subject.condition(.all([.present, .not(.equals(text))]))
        case "glob": return glob(subject)
        case "regex": return value.pattern(in: text).map { subject.condition(.matches($0)) }
        case "json": return json(subject)
        case "jsonpartial": return part(subject)
        case "jsonpath": return path(subject)
        case "array": return array(subject)
        case "form": return form(subject)
        default: return value.refuse("no condition says what the matcher \(name.quoted) does")
        }
    }

    private func glob(_ subject: ImportSubject) -> Scenario.Condition? {
        if text == "*" {
            if case .body = subject { return Scenario.Condition() }
            return subject.condition(.present)
        }
        guard text.contains("*") else { return subject.condition(.equals(text)) }
        return subject.matching("^\(Self.globPattern(text))$")
    }

    /// A glob as a pattern: a star stands for anything.
    static func globPattern(_ text: String) -> String {
        text.split(separator: "*", omittingEmptySubsequences: false).map { PatternTranslation.literal(String($0)) }
            .joined(separator: #"[\s\S]*"#)
    }

    /// The path that a matcher takes, and what is asked of the URL beside it.
    var pathPattern: (path: Scenario.PathPattern, url: Scenario.Condition.Value?)? {
        switch name {
        case "glob":
            if ["*", "/*"].contains(text) { return ("/**", nil) }
            let glob = Self.globPattern(text).replacing(#"[\s\S]*"#, with: "[^?]*")
            guard let pattern = try? Scenario.Pattern("^\(glob)(\\?.*)?$") else { return nil }
            return (.below(glob), .matches(pattern))
        case "regex":
            if [".*", "/.*", "^/.*$", "^.*$"].contains(text) { return ("/**", nil) }
            // The expression is found in the path: an end in it is the end of the path.
            return value.pattern(inPath: text).map { (text.hasPrefix("^") ? .below(text) : "/**", .matches($0)) }
        case "exact", "negate":
            guard let pattern = try? Scenario.Pattern("^\(PatternTranslation.literal(text))(\\?.*)?$") else {
                return nil
            }
            return ("/**", name == "exact" ? .matches(pattern) : .not(.matches(pattern)))
        default: return value.refuse("no condition on the path says what the matcher \(name.quoted) does")
        }
    }

    /// A pattern of URLs whose query is as a matcher says.
    var queryPattern: Scenario.Pattern? {
        switch name {
        case "glob": return try? Scenario.Pattern(text == "*" ? "^" : "\\?\(Self.globPattern(text))$")
        case "regex": return value.pattern(in: "\\?.*(\(text))")
        default: return value.refuse("no condition on the query says what the matcher \(name.quoted) does")
        }
    }

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

/// A list of values that the matcher `array` asks for: parameters of one name, or what semicolons divide in a text.
struct HoverflyList {
    let texts: [String]
    let subject: ImportSubject

    /// Which respects of the list do not matter.
    struct Liberties {
        var unknown = false
        var order = false
        var occurrences = false
    }

    /// Nil where a list cannot be told from its neighbours.
    init?(_ texts: [String], _ subject: ImportSubject) {
        switch subject {
        case .query(let name): guard name.isUnreserved, texts.allSatisfy(\.isUnreserved) else { return nil }
        case .header, .form, .body: guard texts.allSatisfy({ !$0.contains(";") }) else { return nil }
        default: return nil
        }
        guard !texts.isEmpty, !texts.contains("") else { return nil }
        (self.texts, self.subject) = (texts, subject)
    }

    /// The condition that the values are such a list; nil for what no condition says.
    func condition(_ liberties: Liberties) -> Scenario.Condition? {
        // Only these values, but any number of each: no condition asks for that.
        guard liberties.unknown || !liberties.occurrences else { return nil }
        var asked = [liberties.order ? Scenario.Condition() : has(texts)]
        var refused: [Scenario.Condition?] = []
        for text in Set(texts).sorted() {
            let count = texts.count { $0 == text }
            if liberties.order { asked.append(has(Array(repeating: text, count: count))) }
            if liberties.unknown, !liberties.occurrences {
                refused.append(has(Array(repeating: text, count: count + 1)))
            }
        }
        if !liberties.unknown { refused.append(hasMore(than: texts.count)) }
        let all = asked.compactMap(\.self)
        let none = refused.compactMap(\.self)
        guard all.count == asked.count, none.count == refused.count else { return nil }
        return .all(of: [Scenario.Condition(not: none)] + all)
    }

    /// The condition that these are among the values, in this order.
    private func has(_ texts: [String]) -> Scenario.Condition? {
        let literals = texts.map { PatternTranslation.literal($0) }
        guard case .query(let name) = subject else {
            return found("(^|;)" + literals.joined(separator: ";([^;]*;)*") + "(;|$)")
        }
        let start = PatternTranslation.literal(name, ignoringCase: true)
        return found(Self.query + literals.map { "\(start)=\($0)" }.joined(separator: Self.others) + "(&|$)")
    }

    /// The condition that there are more values.
    private func hasMore(than count: Int) -> Scenario.Condition? {
        guard case .query(let name) = subject else { return found("^[^;]*(;[^;]*){\(count)}") }
        let one = PatternTranslation.literal(name, ignoringCase: true) + "(=[^&]*)?"
        return found(Self.query + one + "(\(Self.others)\(one)){\(count)}(&|$)")
    }

    private static let query = #"^[^?]*\?([^&]*&)*"#
    private static let others = "&([^&]*&)*"

    private func found(_ text: String) -> Scenario.Condition? {
        if case .query = subject { return ImportSubject.url.matching(text) }
        return subject.matching(text)
    }
}
