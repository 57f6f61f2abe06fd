import Rehearsal

extension ImportReader {
    mutating func hoverflyJSON(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        let wanted = matcher.value.node.kind == .string ? JSONText.value(matcher.text) : matcher.value.node.value
        if let wanted, let condition = subject.condition(wanted) { return condition }
        refuse(
            matcher.value,
            wanted == nil ? "this is no JSON that can be compared" : "a document can be the body alone"
        )
        return nil
    }

    /// A part of a document.
    mutating func hoverflyPart(_ matcher: HoverflyRequest.Matcher, _ subject: ImportSubject) -> Scenario.Condition? {
        let wanted = matcher.value.node.kind == .string ? JSONText.value(matcher.text) : matcher.value.node.value
        guard let wanted, case .body = subject else {
            refuse(matcher.value, "this is no JSON that can be a part of a body")
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
        let texts = array(matcher.value).compactMap { text($0) }
        let config = matcher.whole?.node["config"]
        let isLoose = ["ignoreUnknown", "ignoreOrder", "ignoreOccurrences"].allSatisfy { config?[$0]?.bool == true }
        if !isLoose {
            differ(
                matcher.value,
                "the order of values and their number are not asked for",
                instead: "each of these must be there"
            )
        }
        return texts.reduce(Scenario.Condition()) { $0.and(subject.condition(.equals($1))) }
    }

    /// Fields of a form, each with matchers of its own.
    mutating func hoverflyForm(_ matcher: HoverflyRequest.Matcher) -> Scenario.Condition? {
        guard object(matcher.value) != nil else { return nil }
        var condition = Scenario.Condition()
        for member in matcher.value.members {
            for inner in hoverflyMatchers(member.value, isRecording: true) {
                guard let part = hoverflyCondition(inner, .form(member.name), depth: 1) else { return nil }
                condition = condition.and(part)
            }
        }
        return condition
    }
}
