import Rehearsal

/// A Hoverfly matcher of one part of a request. Matchers of all schema versions are converted to this form.
struct HoverflyMatcher {
    var name: String
    var value: ImportValue
    /// The value as text.
    var text: String
    /// The settings of the matcher `array`: the differences between lists that it ignores.
    var config: ImportValue?
    /// The next matcher (`doMatch`). After `jsonpath` it compares the selected value, otherwise the same text.
    var next: ImportValue?

    /// Reads the matchers of a request part: a text, an object with a key for each matcher, or a list of matchers.
    ///
    /// - Parameter isRecording: whether a text is compared exactly; otherwise it is a glob.
    static func all(_ value: ImportValue?, isRecording: Bool) -> [HoverflyMatcher] {
        guard let value else { return [] }
        switch value.node.kind {
        case .string:
            let text = value.node.string ?? ""
            return [HoverflyMatcher(name: isRecording ? "exact" : "glob", value: value, text: text)]
        case .object:
            return value.members.compactMap { member in
                guard member.name.hasSuffix("Match") else {
                    return member.value.refuse("unknown matcher \(member.name.quoted)")
                }
                let name = String(member.name.dropLast(5)).lowercased()
                return member.value.text().map { HoverflyMatcher(name: name, value: member.value, text: $0) }
            }
        default: return value.array().compactMap(one)
        }
    }

    /// Reads a matcher of the newest schema version.
    private static func one(_ value: ImportValue) -> HoverflyMatcher? {
        guard let object = value.object() else { return nil }
        let name = object.string("matcher")?.lowercased() ?? ""
        let (wanted, config) = (object["value"], object["config"])
        object.ignore("doMatch")
        object.refuseUnreadMembers()
        if let config, name != "array" {
            return config.refuse("the matcher \(name.quoted) takes no settings, and Hoverfly rejects them")
        }
        guard let text = wanted?.node.string ?? (name == "array" || name == "form" ? "" : nil) else {
            let problem = "Hoverfly compares only strings here, so no request matches"
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

    /// The matcher and those that follow it by `doMatch`, at most 16; empty if one of them is refused.
    var chain: [HoverflyMatcher] {
        var chain = [self]
        while let next = chain.last?.next, chain.count < 16 {
            guard let matcher = Self.one(next) else { return [] }
            chain.append(matcher)
        }
        if chain.last?.next != nil { value.refuse("more than 16 matchers follow one another") }
        return chain
    }

    /// The points that the matcher adds to the score by which Hoverfly ranks the pairs that match a request.
    var score: Int {
        if name == "form" {
            let fields = value.members.flatMap { Self.all($0.value, isRecording: true) }
            return fields.reduce(0) { $0 + $1.score }
        }
        return name == "exact" || name == "array" && config == nil ? 2 : 1
    }

    /// Returns the condition that is equivalent to the matcher and its successors; refuses them and returns nil if
    /// there is none.
    func condition(_ subject: MatchTarget, depth: Int = 0) -> Scenario.Condition? {
        guard let condition = single(subject) else { return nil }
        guard let next else { return condition }
        guard depth < 16, name != "form" else {
            return next.refuse(depth < 16 ? "no matcher can follow a form" : "more than 16 matchers follow one another")
        }
        guard let second = Self.one(next) else { return nil }
        guard name == "jsonpath" else { return second.condition(subject, depth: depth + 1).map { condition.and($0) } }
        guard let place = subject.place(at: text) else { return next.refuse("the JSONPath has to select one value") }
        return second.condition(place, depth: depth + 1)
    }

    /// Returns the condition for this matcher only, without the matchers that follow it.
    private func single(_ subject: MatchTarget) -> Scenario.Condition? {
        switch name {
        case "exact": return subject.condition(.equals(text))
        case "negate":
            // In Hoverfly a missing value satisfies no matcher.
            if case .body = subject { return subject.condition(.not(.equals(text))) }
            return subject.condition(.all([.present, .not(.equals(text))]))
        case "glob": return glob(subject)
        case "regex": return value.pattern(in: text).map { subject.condition(.matches($0)) }
        case "json": return json(subject)
        case "jsonpartial": return part(subject)
        case "jsonpath": return path(subject)
        case "array": return array(subject)
        case "form": return form(subject)
        default: return value.refuse("no condition is equivalent to the matcher \(name.quoted)")
        }
    }

    private func glob(_ subject: MatchTarget) -> Scenario.Condition? {
        if text == "*" {
            if case .body = subject { return Scenario.Condition() }
            return subject.condition(.present)
        }
        guard text.contains("*") else { return subject.condition(.equals(text)) }
        return subject.matching("^\(Self.globPattern(text))$")
    }

    /// Returns the pattern for a glob, in which a star matches any text.
    static func globPattern(_ text: String) -> String {
        text.split(separator: "*", omittingEmptySubsequences: false).map { PatternTranslation.literal(String($0)) }
            .joined(separator: #"[\s\S]*"#)
    }

    /// The path pattern of the matcher, with an additional condition on the URL.
    var pathPattern: (path: Scenario.PathPattern, url: Scenario.Condition.Value?)? {
        switch name {
        case "glob":
            if ["*", "/*"].contains(text) { return ("/**", nil) }
            let glob = Self.globPattern(text).replacing(#"[\s\S]*"#, with: "[^?]*")
            guard let pattern = try? Scenario.Pattern("^\(glob)(\\?.*)?$") else { return nil }
            return (.enclosing(glob), .matches(pattern))
        case "regex":
            if [".*", "/.*", "^/.*$", "^.*$"].contains(text) { return ("/**", nil) }
            // Hoverfly searches the expression in the path, so `$` matches at the end of the path.
            return value.pattern(inPath: text).map { (text.hasPrefix("^") ? .enclosing(text) : "/**", .matches($0)) }
        case "exact", "negate":
            guard let pattern = try? Scenario.Pattern("^\(PatternTranslation.literal(text))(\\?.*)?$") else {
                return nil
            }
            return ("/**", name == "exact" ? .matches(pattern) : .not(.matches(pattern)))
        default: return value.refuse("no condition on the path is equivalent to the matcher \(name.quoted)")
        }
    }

    /// A pattern that matches the URLs whose query satisfies the matcher.
    var queryPattern: Scenario.Pattern? {
        switch name {
        case "glob": return try? Scenario.Pattern(text == "*" ? "^" : "\\?\(Self.globPattern(text))$")
        case "regex": return value.pattern(in: "\\?.*(\(text))")
        default: return value.refuse("no condition on the query is equivalent to the matcher \(name.quoted)")
        }
    }

    func json(_ subject: MatchTarget) -> Scenario.Condition? {
        let wanted = JSONText.value(text)
        if let wanted, let condition = subject.condition(wanted) { return condition }
        return value.refuse(wanted == nil ? "the value is not valid JSON" : "JSON is compared only with the body")
    }

    /// Returns the condition that the body contains a JSON value.
    func part(_ subject: MatchTarget) -> Scenario.Condition? {
        guard let wanted = JSONText.value(text), wanted.isContainer, case .body = subject else {
            return value.refuse("the value is not a JSON object or list, or it is not compared with the body")
        }
        guard !wanted.holdsListOfLists else {
            return value.refuse("Hoverfly searches a nested list in the outer list, which no condition can do")
        }
        let problem = "Hoverfly searches the part anywhere in the document"
        value.noteDifference(problem, instead: "it is searched only at the root")
        return Scenario.Condition(body: [.contains(wanted)])
    }

    func path(_ subject: MatchTarget) -> Scenario.Condition? {
        if case .bodyPointer = subject, let place = subject.place(at: text) { return place.condition(.present) }
        guard case .body = subject else { return value.refuse("a path can be evaluated only on the body") }
        return value.condition(finding: text)
    }

    /// Returns the condition for a list of values with one name.
    func array(_ subject: MatchTarget) -> Scenario.Condition? {
        let texts = value.array().compactMap { $0.string() }
        var liberties = HoverflyArrayMatcher.IgnoredDifferences()
        if let config = config?.object() {
            liberties.unknown = config.bool("ignoreUnknown") ?? false
            liberties.order = config.bool("ignoreOrder") ?? false
            liberties.occurrences = config.bool("ignoreOccurrences") ?? false
            config.refuseUnreadMembers()
        }
        if liberties.unknown, liberties.order, liberties.occurrences {
            // If all differences are ignored, any value matches.
            if case .body = subject { return Scenario.Condition() }
            return subject.condition(.present)
        }
        if let condition = HoverflyArrayMatcher(texts, subject)?.condition(liberties) { return condition }
        return value.refuse("no condition matches exactly the values of this list")
    }

    /// Returns the condition for the fields of a form, each with its own matchers.
    func form(_ subject: MatchTarget) -> Scenario.Condition? {
        guard case .body = subject else { return value.refuse("a form matcher applies only to the body") }
        guard let form = value.object() else { return nil }
        var condition: Scenario.Condition? = Scenario.Condition()
        for member in form.value.members {
            guard let known = condition else { return nil }
            let field = MatchTarget.form(member.name)
            let matchers = Self.all(member.value, isRecording: true)
            let first = matchers.isEmpty ? known.and(field.condition(.present)) : known
            condition = .all(of: matchers, from: first) { $0.condition(field) }
        }
        return condition
    }
}

extension MatchTarget {
    /// Returns the part of the body at a JSONPath; nil if the path selects several values, or this part is not JSON.
    func place(at path: String) -> MatchTarget? {
        guard let pointer = JSONPathTranslation.pointer(path) else { return nil }
        switch self {
        case .body: return .bodyPointer(pointer)
        case .bodyPointer(let base): return .bodyPointer(JSON.Pointer(tokens: base.tokens + pointer.tokens))
        default: return nil
        }
    }
}

/// The list of values of the matcher `array`, compared with one part of a request.
///
/// The values of a request are the query parameters of one name, or the parts of another text between semicolons.
struct HoverflyArrayMatcher {
    let texts: [String]
    let subject: MatchTarget

    /// The kinds of differences that are ignored when two lists are compared.
    struct IgnoredDifferences {
        var unknown = false
        var order = false
        var occurrences = false
    }

    /// Returns nil if the part has no lists, it has no values, or a value is empty or may contain a separator.
    init?(_ texts: [String], _ subject: MatchTarget) {
        switch subject {
        case .query(let name): guard name.isUnreserved, texts.allSatisfy(\.isUnreserved) else { return nil }
        case .header, .form, .body: guard texts.allSatisfy({ !$0.contains(";") }) else { return nil }
        default: return nil
        }
        guard !texts.isEmpty, !texts.contains("") else { return nil }
        (self.texts, self.subject) = (texts, subject)
    }

    /// Returns the condition that a request has the values of the list; nil if no condition expresses it.
    func condition(_ liberties: IgnoredDifferences) -> Scenario.Condition? {
        // No condition expresses that these values occur any number of times and no others do.
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

    /// Returns the condition that these values occur in this order.
    private func has(_ texts: [String]) -> Scenario.Condition? {
        let literals = texts.map { PatternTranslation.literal($0) }
        guard case .query(let name) = subject else {
            return found("(^|;)" + literals.joined(separator: ";([^;]*;)*") + "(;|$)")
        }
        let start = PatternTranslation.literal(name, ignoringCase: true)
        return found(Self.query + literals.map { "\(start)=\($0)" }.joined(separator: Self.others) + "(&|$)")
    }

    /// Returns the condition that a request has more than `count` values.
    private func hasMore(than count: Int) -> Scenario.Condition? {
        guard case .query(let name) = subject else { return found("^[^;]*(;[^;]*){\(count)}") }
        let one = PatternTranslation.literal(name, ignoringCase: true) + "(=[^&]*)?"
        return found(Self.query + one + "(\(Self.others)\(one)){\(count)}(&|$)")
    }

    private static let query = #"^[^?]*\?([^&]*&)*"#
    private static let others = "&([^&]*&)*"

    private func found(_ text: String) -> Scenario.Condition? {
        if case .query = subject { return MatchTarget.url.matching(text) }
        return subject.matching(text)
    }
}
