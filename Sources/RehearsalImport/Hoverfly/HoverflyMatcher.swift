import Rehearsal

/// A Hoverfly matcher of one part of a request. Matchers of all schema versions are converted to this form.
struct HoverflyMatcher {
    var name: String
    var value: ImportValue
    /// The value as text.
    var text: String
    /// The member `config` of the matcher `array`, which lists the differences that it ignores.
    var config: ImportValue?
    /// The next matcher (`doMatch`). After `jsonpath` it compares the selected value, otherwise the same text.
    var next: ImportValue?

    /// Reads the matchers of a request part: a text, an object with a key for each matcher, or a list of matchers.
    ///
    /// - Parameter isRecording: Whether a text is compared exactly. Otherwise it is a glob.
    static func matchers(_ value: ImportValue?, isRecording: Bool) -> [HoverflyMatcher] {
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
        default: return value.array().compactMap(readMatcher)
        }
    }

    /// Reads a matcher of the newest schema version.
    private static func readMatcher(_ value: ImportValue) -> HoverflyMatcher? {
        guard let object = value.object() else { return nil }
        let name = object.string("matcher")?.lowercased() ?? ""
        let (expected, config) = (object["value"], object["config"])
        object.ignore("doMatch")
        object.refuseUnreadMembers()
        if let config, name != "array" {
            return config.refuse("Hoverfly rejects a \"config\" of the matcher \(name.quoted)")
        }
        guard let text = expected?.node.string ?? (name == "array" || name == "form" ? "" : nil) else {
            let problem = "Hoverfly compares only strings here, so no request matches"
            return (expected ?? value).refuse(problem, instead: "the pair is left out; write the value as a string")
        }
        return HoverflyMatcher(
            name: name.isEmpty ? "exact" : name,
            value: expected ?? value,
            text: text,
            config: config,
            next: value.members.first { $0.name == "doMatch" && $0.value.node.kind != .null }?.value
        )
    }

    /// The matcher and its successors (`doMatch`), at most 16. Empty if one of them cannot be read.
    var chain: [HoverflyMatcher] {
        var chain = [self]
        while let next = chain.last?.next, chain.count < 16 {
            guard let matcher = Self.readMatcher(next) else { return [] }
            chain.append(matcher)
        }
        if chain.last?.next != nil { value.refuse("more than 16 matchers are chained with \"doMatch\"") }
        return chain
    }

    /// The points that the matcher adds to the score by which Hoverfly ranks the pairs that match a request.
    var score: Int {
        if name == "form" {
            let fields = value.members.flatMap { Self.matchers($0.value, isRecording: true) }
            return fields.reduce(0) { $0 + $1.score }
        }
        return name == "exact" || name == "array" && config == nil ? 2 : 1
    }

    /// Returns the condition that is equivalent to the matcher and its successors. If there is none, refuses the pair
    /// and returns nil.
    func condition(_ subject: MatchTarget, depth: Int = 0) -> Scenario.Condition? {
        guard let condition = single(subject) else { return nil }
        guard let next else { return condition }
        guard depth < 16, name != "form" else {
            return next.refuse(
                depth < 16
                    ? "no matcher can follow a form matcher" : "more than 16 matchers are chained with \"doMatch\""
            )
        }
        guard let second = Self.readMatcher(next) else { return nil }
        guard name == "jsonpath" else { return second.condition(subject, depth: depth + 1).map { condition.and($0) } }
        guard let place = subject.jsonPart(at: text) else {
            return next.refuse("a JSONPath before \"doMatch\" must select one value")
        }
        return second.condition(place, depth: depth + 1)
    }

    /// Returns the condition for this matcher, without its successors.
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
        case "jsonpartial": return containmentCondition(subject)
        case "jsonpath": return pathCondition(subject)
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
        let expected = JSONText.value(text)
        if let expected, let condition = subject.equalityCondition(expected) { return condition }
        return value.refuse(expected == nil ? "the value is not valid JSON" : "JSON can be compared only with the body")
    }

    /// Returns the condition that the body contains the members and elements of a JSON value.
    func containmentCondition(_ subject: MatchTarget) -> Scenario.Condition? {
        guard let expected = JSONText.value(text), expected.isContainer, case .body = subject else {
            return value.refuse("the value is not a JSON object or list, or it is not compared with the body")
        }
        guard !expected.containsNestedArrays else {
            return value.refuse("Hoverfly searches for a nested list in the outer list, which no condition can do")
        }
        let problem = "Hoverfly searches the document for this part"
        value.noteDifference(problem, instead: "a scenario compares it only with the root")
        return Scenario.Condition(body: [.contains(expected)])
    }

    func pathCondition(_ subject: MatchTarget) -> Scenario.Condition? {
        if case .bodyPointer = subject, let place = subject.jsonPart(at: text) { return place.condition(.present) }
        guard case .body = subject else { return value.refuse("a JSONPath can be evaluated only on the body") }
        return value.condition(finding: text)
    }

    /// Returns the condition for a list of values of one parameter or header.
    func array(_ subject: MatchTarget) -> Scenario.Condition? {
        let texts = value.array().compactMap { $0.string() }
        var ignoredDifferences = HoverflyArrayMatcher.IgnoredDifferences()
        if let config = config?.object() {
            ignoredDifferences.unknown = config.bool("ignoreUnknown") ?? false
            ignoredDifferences.order = config.bool("ignoreOrder") ?? false
            ignoredDifferences.occurrences = config.bool("ignoreOccurrences") ?? false
            config.refuseUnreadMembers()
        }
        if ignoredDifferences.unknown, ignoredDifferences.order, ignoredDifferences.occurrences {
            // If all differences are ignored, any value matches.
            if case .body = subject { return Scenario.Condition() }
            return subject.condition(.present)
        }
        if let condition = HoverflyArrayMatcher(texts, subject)?.condition(ignoredDifferences) { return condition }
        return value.refuse("no condition is equivalent to this list of values")
    }

    /// Returns the condition for the fields of a form, each with its own matchers.
    func form(_ subject: MatchTarget) -> Scenario.Condition? {
        guard case .body = subject else { return value.refuse("a form matcher applies only to the body") }
        guard let form = value.object() else { return nil }
        var condition: Scenario.Condition? = Scenario.Condition()
        for member in form.value.members {
            guard let previous = condition else { return nil }
            let field = MatchTarget.form(member.name)
            let matchers = Self.matchers(member.value, isRecording: true)
            let first = matchers.isEmpty ? previous.and(field.condition(.present)) : previous
            condition = .all(of: matchers, from: first) { $0.condition(field) }
        }
        return condition
    }
}

extension MatchTarget {
    /// Returns the part of the body at a JSONPath; nil if the path may select several values, or this part is not JSON.
    func jsonPart(at path: String) -> MatchTarget? {
        guard let pointer = JSONPathTranslation.pointer(path) else { return nil }
        switch self {
        case .body: return .bodyPointer(pointer)
        case .bodyPointer(let base): return .bodyPointer(JSON.Pointer(tokens: base.tokens + pointer.tokens))
        default: return nil
        }
    }
}

/// A comparison of a part of a request with the list of values of the matcher `array`.
///
/// The values of a request are the query parameters with one name, or the texts between semicolons in another part.
struct HoverflyArrayMatcher {
    let texts: [String]
    let subject: MatchTarget

    /// The differences between the two lists that do not matter.
    struct IgnoredDifferences {
        /// Whether a request may have values that are not in the list.
        var unknown = false
        /// Whether the values may be in another order.
        var order = false
        /// Whether the number of equal values may differ.
        var occurrences = false
    }

    /// Returns nil if the part cannot contain a list, the list is empty, or a value is empty or contains a separator.
    init?(_ texts: [String], _ subject: MatchTarget) {
        switch subject {
        case .query(let name): guard name.isUnreserved, texts.allSatisfy(\.isUnreserved) else { return nil }
        case .header, .form, .body: guard texts.allSatisfy({ !$0.contains(";") }) else { return nil }
        default: return nil
        }
        guard !texts.isEmpty, !texts.contains("") else { return nil }
        (self.texts, self.subject) = (texts, subject)
    }

    /// Returns the condition that a request has the values of the list; nil if no condition is equivalent.
    func condition(_ ignoredDifferences: IgnoredDifferences) -> Scenario.Condition? {
        // No condition can permit these values in any number and reject all others.
        guard ignoredDifferences.unknown || !ignoredDifferences.occurrences else { return nil }
        var inclusions = [ignoredDifferences.order ? Scenario.Condition() : containsInOrder(texts)]
        var exclusions: [Scenario.Condition?] = []
        for text in Set(texts).sorted() {
            let count = texts.count { $0 == text }
            if ignoredDifferences.order { inclusions.append(containsInOrder(Array(repeating: text, count: count))) }
            if ignoredDifferences.unknown, !ignoredDifferences.occurrences {
                exclusions.append(containsInOrder(Array(repeating: text, count: count + 1)))
            }
        }
        if !ignoredDifferences.unknown { exclusions.append(containsMore(than: texts.count)) }
        let all = inclusions.compactMap(\.self)
        let none = exclusions.compactMap(\.self)
        guard all.count == inclusions.count, none.count == exclusions.count else { return nil }
        return .all(of: [Scenario.Condition(not: none)] + all)
    }

    /// Returns the condition that a request has these values in this order, possibly with others between them.
    private func containsInOrder(_ texts: [String]) -> Scenario.Condition? {
        let literals = texts.map { PatternTranslation.literal($0) }
        guard case .query(let name) = subject else {
            return found("(^|;)" + literals.joined(separator: ";([^;]*;)*") + "(;|$)")
        }
        let start = PatternTranslation.literal(name, ignoringCase: true)
        return found(
            Self.queryStart + literals.map { "\(start)=\($0)" }.joined(separator: Self.otherParameters) + "(&|$)"
        )
    }

    /// Returns the condition that a request has more than `count` values.
    private func containsMore(than count: Int) -> Scenario.Condition? {
        guard case .query(let name) = subject else { return found("^[^;]*(;[^;]*){\(count)}") }
        let parameter = PatternTranslation.literal(name, ignoringCase: true) + "(=[^&]*)?"
        return found(Self.queryStart + parameter + "(\(Self.otherParameters)\(parameter)){\(count)}(&|$)")
    }

    /// The pattern for the URL up to the start of a query parameter.
    private static let queryStart = #"^[^?]*\?([^&]*&)*"#
    /// The pattern for any parameters between two parameters.
    private static let otherParameters = "&([^&]*&)*"

    private func found(_ text: String) -> Scenario.Condition? {
        if case .query = subject { return MatchTarget.url.matching(text) }
        return subject.matching(text)
    }
}
