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
        return (try? Scenario.Pattern("^\(Self.globPattern(text))$")).map { subject.condition(.matches($0)) }
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
}
