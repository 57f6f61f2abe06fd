import Rehearsal

extension ImportReader {
    /// Matchers within matchers; deeper ones are refused, as each costs a few frames of the stack.
    private static let deepest = 24

    /// What of a matcher decides; the others only say how.
    private static let operators = [
        "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "absent", "binaryEqualTo", "equalToJson",
        "matchesJsonPath", "and", "or", "not", "hasExactly", "includes", "anything", "matchesPathTemplate",
    ]

    /// What a matcher may ask that a scenario cannot.
    private static let foreign = [
        "equalToXml": "XML is not compared", "matchesXPath": "XPath is not looked for",
        "matchesJsonSchema": "a JSON Schema is not checked", "before": "dates are not compared",
        "after": "dates are not compared", "equalToDateTime": "dates are not compared",
        "equalToNumber": "numbers are not compared here", "greaterThanNumber": "numbers are not compared here",
        "greaterThanEqualNumber": "numbers are not compared here", "lessThanNumber": "numbers are not compared here",
        "lessThanEqualNumber": "numbers are not compared here", "customMatcher": "what decides is a program",
    ]

    /// A matcher as WireMock writes it: nil, and said, for what no condition says.
    ///
    /// - Parameter known: a member that stands beside the matcher and has been read.
    mutating func wireMockMatcher(
        _ value: ImportValue,
        _ subject: ImportSubject,
        depth: Int = 0,
        besides known: String? = nil,
    ) -> Scenario.Condition? {
        guard depth < Self.deepest else {
            refuse(value, "matchers nest too deep")
            return nil
        }
        guard let object = object(value) else { return nil }
        if let known { object.ignore(known) }
        let names = value.node.members.map(\.name)
        for name in names {
            guard let reason = Self.foreign[name], let member = object[name] else { continue }
            refuse(member, reason)
            return nil
        }
        guard let (name, operand) = operation(object, value) else { return nil }
        defer { refuseRest(object) }
        switch name {
        case "hasExactly":
            let instead = "the mapping is left out; write \"includes\" if other values do not matter"
            refuse(operand, "how many values there are is not counted", instead: instead)
            return nil
        case "and", "or", "includes":
            return compound(name, operand, subject, depth)
        case "not":
            let inner = wireMockMatcher(operand, subject, depth: depth + 1)
            return inner.map { Scenario.Condition(not: [$0]) }
        case "equalToJson", "matchesJsonPath": return document(name, operand, object, subject, depth)
        case "binaryEqualTo": return binary(operand, subject)
        default: return self.value(name, operand, object, subject).map { condition(name, $0, subject, value) }
        }
    }

    /// The one of its members that decides; nil, and said, if there is none.
    private mutating func operation(_ object: ImportObject, _ value: ImportValue) -> (String, ImportValue)? {
        let found = Self.operators.filter { object[$0] != nil }
        guard let name = found.first, let operand = object[name] else {
            let members = value.node.members.map(\.name.quoted).joined(separator: ", ")
            refuse(value, "no matcher that is known here\(members.isEmpty ? "" : ": \(members)")")
            return nil
        }
        for other in found.dropFirst() {
            if let other = object[other] { refuse(other, "a second matcher beside \(name.quoted)") }
        }
        return (name, operand)
    }

    private mutating func compound(
        _ name: String,
        _ operand: ImportValue,
        _ subject: ImportSubject,
        _ depth: Int,
    ) -> Scenario.Condition? {
        var parts: [Scenario.Condition] = []
        for element in array(operand) {
            guard let part = wireMockMatcher(element, subject, depth: depth + 1) else { return nil }
            parts.append(part)
        }
        switch name {
        case "or": return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : Scenario.Condition(any: parts)
        default: return parts.reduce(Scenario.Condition()) { $0.and($1) }
        }
    }

    private mutating func binary(_ operand: ImportValue, _ subject: ImportSubject) -> Scenario.Condition? {
        guard let text = string(operand), let bytes = Base64.decoded(text), case .body = subject else {
            refuse(operand, "these bytes are no Base64, or not those of a body")
            return nil
        }
        return Scenario.Condition(body: [.bytes(bytes)])
    }

    /// A condition on one value.
    private mutating func value(
        _ name: String,
        _ operand: ImportValue,
        _ object: ImportObject,
        _ subject: ImportSubject,
    ) -> Scenario.Condition.Value? {
        let ignoresCase = bool(object["caseInsensitive"]) ?? false
        switch name {
        // WireMock asks for absence whatever stands there.
        case "absent": return bool(operand).map { _ in absence(of: subject) } ?? .absent
        case "anything": return .not(.equals("\u{0}"))
        case "equalTo":
            guard let wanted = text(operand) else { return nil }
            guard ignoresCase else { return .equals(wanted) }
            return (try? Scenario.Pattern("^\(PatternTranslation.literal(wanted, ignoringCase: true))$"))
                .map { .matches($0) }
        case "contains": return text(operand).map { .contains($0) }
        case "doesNotContain": return text(operand).map { .not(.contains($0)) }
        case "matches", "doesNotMatch":
            guard let text = text(operand), let pattern = wholePattern(text, at: operand, dot: .everything) else {
                return nil
            }
            return name == "matches" ? .matches(pattern) : .not(.matches(pattern))
        default:
            refuse(operand, "\(name.quoted) cannot be asked of this")
            return nil
        }
    }

    private func absence(of subject: ImportSubject) -> Scenario.Condition.Value {
        if case .body = subject { .equals("") } else { .absent }
    }

    /// A condition on a value, without what WireMock does not take.
    private mutating func condition(
        _ name: String,
        _ wanted: Scenario.Condition.Value,
        _ subject: ImportSubject,
        _ value: ImportValue,
    ) -> Scenario.Condition {
        switch (subject, wanted) {
        case (.body, .equals("")) where name != "absent":
            refuse(value, "an empty body is never taken: \"absent\": true asks for one")
        // To WireMock, an empty body is none.
        case (.body, .matches(let pattern)) where pattern.isFound(in: []):
            return subject.condition(.all([wanted, .not(.equals(""))]))
        case (.body, .contains("")): return subject.condition(.not(.equals("")))
        case (.query, .not) where name != "anything", (.header, .not) where name != "anything":
            differ(
                value,
                "of several values of one name WireMock asks that one is not so",
                instead: "none of them may be so"
            )
        default: break
        }
        return subject.condition(wanted)
    }
}
