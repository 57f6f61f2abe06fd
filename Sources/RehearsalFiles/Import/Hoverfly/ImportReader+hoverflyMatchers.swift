import Rehearsal

extension ImportReader {
    /// A field of a request in any version: a text, an object with a key for each matcher, or a list of matchers.
    mutating func hoverflyMatchers(_ value: ImportValue?, isRecording: Bool) -> [HoverflyRequest.Matcher] {
        guard let value else { return [] }
        switch value.node.kind {
        case .string:
            let text = value.node.string ?? ""
            return [HoverflyRequest.Matcher(name: isRecording ? "exact" : "glob", value: value, text: text)]
        case .object:
            return value.members.compactMap { member in
                guard member.name.hasSuffix("Match") else {
                    refuse(member.value, "there is no matcher \(member.name.quoted)")
                    return nil
                }
                let name = String(member.name.dropLast(5)).lowercased()
                return text(member.value).map { HoverflyRequest.Matcher(name: name, value: member.value, text: $0) }
            }
        default: return array(value).compactMap { hoverflyMatcher($0) }
        }
    }

    /// One matcher of the newest version.
    private mutating func hoverflyMatcher(_ value: ImportValue) -> HoverflyRequest.Matcher? {
        guard let object = object(value) else { return nil }
        let name = string(object["matcher"])?.lowercased() ?? ""
        let (wanted, config) = (object["value"], object["config"])
        object.ignore("doMatch")
        refuseRest(object)
        if let config, name != "array" {
            refuse(config, "the matcher \(name.quoted) has no settings, and Hoverfly fails at them")
            return nil
        }
        guard let text = wanted?.node.string ?? (name == "array" || name == "form" ? "" : nil) else {
            refuse(
                wanted ?? value,
                "Hoverfly compares only texts here, so no request would be taken",
                instead: "the pair is left out; write the value as a string"
            )
            return nil
        }
        return HoverflyRequest.Matcher(
            name: name.isEmpty ? "exact" : name,
            value: wanted ?? value,
            text: text,
            config: config,
            next: value.members.first { $0.name == "doMatch" && $0.value.node.kind != .null }?.value
        )
    }

    /// A matcher and those that follow it, where each is asked of the same text.
    mutating func hoverflyChain(_ matcher: HoverflyRequest.Matcher) -> [HoverflyRequest.Matcher] {
        var chain = [matcher]
        while let next = chain.last?.next, chain.count < 16 {
            guard let matcher = hoverflyMatcher(next) else { return [] }
            chain.append(matcher)
        }
        if chain.last?.next != nil { refuse(matcher.value, "more than 16 matchers follow one another") }
        return chain
    }

    /// How much a matcher counts.
    mutating func score(_ matcher: HoverflyRequest.Matcher) -> Int {
        if matcher.name == "form" {
            let fields = matcher.value.members.flatMap { hoverflyMatchers($0.value, isRecording: true) }
            return fields.reduce(0) { $0 + score($1) }
        }
        return matcher.name == "exact" || matcher.name == "array" && matcher.config == nil ? 2 : 1
    }

    /// The condition that a matcher is; nil, and said, for what no condition says.
    mutating func hoverflyCondition(
        _ matcher: HoverflyRequest.Matcher,
        _ subject: ImportSubject,
        depth: Int = 0,
    ) -> Scenario.Condition? {
        guard let condition = single(matcher, subject) else { return nil }
        guard let next = matcher.next else { return condition }
        guard depth < 16, matcher.name != "form" else {
            refuse(next, depth < 16 ? "nothing follows a form" : "more than 16 matchers follow one another")
            return nil
        }
        guard let second = hoverflyMatcher(next) else { return nil }
        guard matcher.name == "jsonpath" else {
            return hoverflyCondition(second, subject, depth: depth + 1).map { condition.and($0) }
        }
        guard let place = subject.place(at: matcher.text) else {
            refuse(next, "of several values none is asked for")
            return nil
        }
        return hoverflyCondition(second, place, depth: depth + 1)
    }

    /// The condition that a matcher is without those that follow it.
    private mutating func single(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        switch matcher.name {
        case "exact": return subject.condition(.equals(matcher.text))
        case "negate":
            // What is not there meets no matcher.
            if case .body = subject { return subject.condition(.not(.equals(matcher.text))) }
            return subject.condition(.all([.present, .not(.equals(matcher.text))]))
        case "glob": return glob(matcher, subject)
        case "regex": return found(matcher).map { subject.condition(.matches($0)) }
        case "json": return hoverflyJSON(matcher, subject)
        case "jsonpartial": return hoverflyPart(matcher, subject)
        case "jsonpath": return hoverflyPath(matcher, subject)
        case "array": return hoverflyArray(matcher, subject)
        case "form": return hoverflyForm(matcher, subject)
        default:
            refuse(matcher.value, "no condition says what the matcher \(matcher.name.quoted) does")
            return nil
        }
    }

    private mutating func glob(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        if matcher.text == "*" {
            if case .body = subject { return Scenario.Condition() }
            return subject.condition(.present)
        }
        guard matcher.text.contains("*") else { return subject.condition(.equals(matcher.text)) }
        return (try? Scenario.Pattern("^\(Self.globPattern(matcher.text))$")).map { subject.condition(.matches($0)) }
    }

    /// A glob as a pattern: a star stands for anything.
    static func globPattern(_ text: String) -> String {
        text.split(separator: "*", omittingEmptySubsequences: false).map { PatternTranslation.literal(String($0)) }
            .joined(separator: #"[\s\S]*"#)
    }

    private mutating func found(_ matcher: HoverflyRequest.Matcher) -> Scenario.Pattern? {
        do throws(PatternTranslation.Untranslatable) {
            return try PatternTranslation.found(matcher.text)
        } catch {
            refuse(matcher.value, "no pattern says the same: \(error.reason)")
            return nil
        }
    }

    /// The path that a matcher takes, and what is asked of the URL beside it.
    mutating func pathPattern(
        _ matcher: HoverflyRequest.Matcher
    ) -> (path: Scenario.PathPattern, url: Scenario.Condition.Value?)? {
        switch matcher.name {
        case "glob":
            if ["*", "/*"].contains(matcher.text) { return ("/**", nil) }
            let text = Self.globPattern(matcher.text).replacing(#"[\s\S]*"#, with: "[^?]*")
            guard let pattern = try? Scenario.Pattern("^\(text)(\\?.*)?$") else { return nil }
            return (Self.path(below: text), .matches(pattern))
        case "regex":
            if [".*", "/.*", "^/.*$", "^.*$"].contains(matcher.text) { return ("/**", nil) }
            return regexPath(matcher)
        case "exact", "negate":
            guard let pattern = try? Scenario.Pattern("^\(PatternTranslation.literal(matcher.text))(\\?.*)?$") else {
                return nil
            }
            return ("/**", matcher.name == "exact" ? .matches(pattern) : .not(.matches(pattern)))
        default:
            refuse(matcher.value, "no condition on the path says what the matcher \(matcher.name.quoted) does")
            return nil
        }
    }

    /// The expression is found in the path: an end in it is the end of the path.
    private mutating func regexPath(
        _ matcher: HoverflyRequest.Matcher
    ) -> (path: Scenario.PathPattern, url: Scenario.Condition.Value?)? {
        do throws(PatternTranslation.Untranslatable) {
            let pattern = try PatternTranslation.foundInPath(matcher.text)
            return (matcher.text.hasPrefix("^") ? Self.path(below: matcher.text) : "/**", .matches(pattern))
        } catch {
            refuse(matcher.value, "no pattern says the same: \(error.reason)")
            return nil
        }
    }

    /// A pattern of URLs whose query is as a matcher says.
    mutating func queryPattern(_ matcher: HoverflyRequest.Matcher) -> Scenario.Pattern? {
        switch matcher.name {
        case "glob":
            let text = Self.globPattern(matcher.text)
            return try? Scenario.Pattern(matcher.text == "*" ? "^" : "\\?\(text)$")
        case "regex":
            do throws(PatternTranslation.Untranslatable) {
                return try PatternTranslation.found("\\?.*(\(matcher.text))")
            } catch {
                refuse(matcher.value, "no pattern says the same: \(error.reason)")
            }
        default: refuse(matcher.value, "no condition on the query says what the matcher \(matcher.name.quoted) does")
        }
        return nil
    }
}
