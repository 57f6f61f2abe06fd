import Rehearsal
import RehearsalRedaction

/// A matcher as WireMock writes it, and the part of the request that it is about.
struct WireMockMatcher {
    private let value: ImportValue
    let subject: ImportSubject
    let depth: Int
    /// A member that stands beside the matcher and has been read.
    private let known: String?

    init(_ value: ImportValue, _ subject: ImportSubject, depth: Int = 0, besides known: String? = nil) {
        (self.value, self.subject, self.depth, self.known) = (value, subject, depth, known)
    }

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

    /// The condition that it is: nil, and said, for what no condition says.
    var condition: Scenario.Condition? {
        guard depth < Self.deepest else { return value.refuse("matchers nest too deep") }
        guard let object = value.object() else { return nil }
        if let known { object.ignore(known) }
        let names = value.node.members.map(\.name)
        for name in names {
            guard let reason = Self.foreign[name], let member = object[name] else { continue }
            return member.refuse(reason)
        }
        guard let (name, operand) = operation(object) else { return nil }
        defer { object.refuseRest() }
        switch name {
        case "hasExactly":
            let instead = "the mapping is left out; write \"includes\" if other values do not matter"
            return operand.refuse("how many values there are is not counted", instead: instead)
        case "and", "or", "includes": return compound(name, operand)
        case "not": return inner(operand).condition.map { Scenario.Condition(not: [$0]) }
        case "equalToJson", "matchesJsonPath": return document(name, operand, object)
        case "binaryEqualTo": return binary(operand)
        default: return wanted(name, operand, object).map { condition(name, $0) }
        }
    }

    /// A matcher within this one, of the same part of the request.
    private func inner(_ value: ImportValue) -> WireMockMatcher {
        WireMockMatcher(value, subject, depth: depth + 1)
    }

    /// The one of its members that decides; nil, and said, if there is none.
    private func operation(_ object: ImportObject) -> (String, ImportValue)? {
        let found = Self.operators.filter { object[$0] != nil }
        guard let name = found.first, let operand = object[name] else {
            let members = value.node.members.map(\.name.quoted).joined(separator: ", ")
            return value.refuse("no matcher that is known here\(members.isEmpty ? "" : ": \(members)")")
        }
        for other in found.dropFirst() {
            if let other = object[other] { other.refuse("a second matcher beside \(name.quoted)") }
        }
        return (name, operand)
    }

    private func compound(_ name: String, _ operand: ImportValue) -> Scenario.Condition? {
        var parts: [Scenario.Condition] = []
        for element in operand.array() {
            guard let part = inner(element).condition else { return nil }
            parts.append(part)
        }
        switch name {
        case "or": return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : Scenario.Condition(any: parts)
        default: return parts.reduce(Scenario.Condition()) { $0.and($1) }
        }
    }

    private func binary(_ operand: ImportValue) -> Scenario.Condition? {
        guard let text = operand.string(), let bytes = Base64.decoded(text), case .body = subject else {
            return operand.refuse("these bytes are no Base64, or not those of a body")
        }
        return Scenario.Condition(body: [.bytes(bytes)])
    }

    /// A condition on one value.
    private func wanted(_ name: String, _ operand: ImportValue, _ object: ImportObject) -> Scenario.Condition.Value? {
        let ignoresCase = object.bool("caseInsensitive") ?? false
        switch name {
        // WireMock asks for absence whatever stands there.
        case "absent": return operand.bool().map { _ in absent } ?? .absent
        case "anything": return .not(.equals("\u{0}"))
        case "equalTo":
            guard let wanted = operand.text() else { return nil }
            guard ignoresCase else { return .equals(wanted) }
            return (try? Scenario.Pattern("^\(PatternTranslation.literal(wanted, ignoringCase: true))$"))
                .map { .matches($0) }
        case "contains": return operand.text().map { .contains($0) }
        case "doesNotContain": return operand.text().map { .not(.contains($0)) }
        case "matches", "doesNotMatch":
            guard let text = operand.text(), let pattern = operand.pattern(ofWhole: text, dot: .everything) else {
                return nil
            }
            return name == "matches" ? .matches(pattern) : .not(.matches(pattern))
        default: return operand.refuse("\(name.quoted) cannot be asked of this")
        }
    }

    private var absent: Scenario.Condition.Value {
        if case .body = subject { .equals("") } else { .absent }
    }

    /// A condition on a value, without what WireMock does not take.
    private func condition(_ name: String, _ wanted: Scenario.Condition.Value) -> Scenario.Condition {
        switch (subject, wanted) {
        case (.body, .equals("")) where name != "absent":
            value.refuse("an empty body is never taken: \"absent\": true asks for one")
        // To WireMock, an empty body is none.
        case (.body, .matches(let pattern)) where pattern.isFound(in: []):
            return subject.condition(.all([wanted, .not(.equals(""))]))
        case (.body, .contains("")): return subject.condition(.not(.equals("")))
        case (.query, .not) where name != "anything", (.header, .not) where name != "anything":
            let problem = "of several values of one name WireMock asks that one is not so"
            value.differ(problem, instead: "none of them may be so")
        default: break
        }
        return subject.condition(wanted)
    }
}
