import Rehearsal
import RehearsalRedaction

/// A WireMock matcher with the part of the request that it compares.
struct WireMockMatcher {
    private let value: ImportValue
    let subject: MatchTarget
    let depth: Int
    /// A member next to the matcher that was already read.
    private let readMember: String?

    init(_ value: ImportValue, _ subject: MatchTarget, depth: Int = 0, besides readMember: String? = nil) {
        (self.value, self.subject, self.depth, self.readMember) = (value, subject, depth, readMember)
    }

    /// The maximum nesting depth, because each level uses stack space.
    private static let maximumDepth = 24

    /// The members that define the operation; other members are its options.
    private static let operators = [
        "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "absent", "binaryEqualTo", "equalToJson",
        "matchesJsonPath", "and", "or", "not", "hasExactly", "includes", "anything", "matchesPathTemplate",
    ]

    /// The operations that a scenario does not support, with the message for each.
    private static let unsupported = [
        "equalToXml": "XML comparison is not supported", "matchesXPath": "XPath is not supported",
        "matchesJsonSchema": "JSON Schema is not supported", "before": "date comparison is not supported",
        "after": "date comparison is not supported", "equalToDateTime": "date comparison is not supported",
        "equalToNumber": "number comparison is not supported",
        "greaterThanNumber": "number comparison is not supported",
        "greaterThanEqualNumber": "number comparison is not supported",
        "lessThanNumber": "number comparison is not supported",
        "lessThanEqualNumber": "number comparison is not supported", "customMatcher": "the condition is program code",
    ]

    /// The equivalent condition. If there is none, accessing it refuses the mapping and returns nil.
    var condition: Scenario.Condition? {
        guard depth < Self.maximumDepth else {
            return value.refuse("matchers nest deeper than \(Self.maximumDepth) levels")
        }
        guard let object = value.object() else { return nil }
        if let readMember { object.ignore(readMember) }
        let names = value.node.members.map(\.name)
        for name in names {
            guard let reason = Self.unsupported[name], let member = object[name] else { continue }
            return member.refuse(reason)
        }
        guard let (name, operand) = operation(object) else { return nil }
        defer { object.refuseUnreadMembers() }
        switch name {
        case "hasExactly":
            let instead = "the mapping is left out; write \"includes\" if other values do not matter"
            return operand.refuse("the number of values cannot be compared", instead: instead)
        case "and", "or", "includes": return compound(name, operand)
        case "not": return inner(operand).condition.map { Scenario.Condition(not: [$0]) }
        case "equalToJson", "matchesJsonPath": return document(name, operand, object)
        case "binaryEqualTo": return binary(operand)
        default: return expected(name, operand, object).map { condition(name, $0) }
        }
    }

    /// Returns a nested matcher for the same part of the request.
    private func inner(_ value: ImportValue) -> WireMockMatcher {
        WireMockMatcher(value, subject, depth: depth + 1)
    }

    /// Returns the operator of the matcher and its operand. If there is none, refuses the mapping and returns nil.
    private func operation(_ object: ImportObjectReader) -> (String, ImportValue)? {
        let found = Self.operators.filter { object[$0] != nil }
        guard let name = found.first, let operand = object[name] else {
            let members = value.node.members.map(\.name.quoted).joined(separator: ", ")
            return value.refuse("no known matcher\(members.isEmpty ? "" : ": \(members)")")
        }
        for other in found.dropFirst() {
            if let other = object[other] { other.refuse("a second matcher next to \(name.quoted) is not supported") }
        }
        return (name, operand)
    }

    private func compound(_ name: String, _ operand: ImportValue) -> Scenario.Condition? {
        var parts: [Scenario.Condition] = []
        for element in operand.array() {
            guard let part = inner(element).condition else { return nil }
            parts.append(part)
        }
        guard name == "or" else { return .all(of: parts) }
        return parts.isEmpty ? nil : .any(of: parts)
    }

    private func binary(_ operand: ImportValue) -> Scenario.Condition? {
        guard let text = operand.string(), let bytes = Base64.decoded(text), case .body = subject else {
            return operand.refuse("the value is not valid Base64, or is not compared with the body")
        }
        return Scenario.Condition(body: [.bytes(bytes)])
    }

    /// Returns the condition on a single value.
    private func expected(_ name: String, _ operand: ImportValue, _ object: ImportObjectReader) -> Scenario.Condition
        .Value?
    {
        let ignoresCase = object.bool("caseInsensitive") ?? false
        switch name {
        // WireMock ignores the value of `absent`.
        case "absent": return operand.bool().map { _ in absent } ?? .absent
        case "anything": return .not(.equals("\u{0}"))
        case "equalTo":
            guard let expected = operand.text() else { return nil }
            guard ignoresCase else { return .equals(expected) }
            return (try? Scenario.Pattern("^\(PatternTranslation.literal(expected, ignoringCase: true))$"))
                .map { .matches($0) }
        case "contains": return operand.text().map { .contains($0) }
        case "doesNotContain": return operand.text().map { .not(.contains($0)) }
        case "matches", "doesNotMatch":
            guard let text = operand.text(), let pattern = operand.pattern(matchingWhole: text, dot: .everything) else {
                return nil
            }
            return name == "matches" ? .matches(pattern) : .not(.matches(pattern))
        default: return operand.refuse("the matcher \(name.quoted) cannot be used here")
        }
    }

    private var absent: Scenario.Condition.Value {
        if case .body = subject { .equals("") } else { .absent }
    }

    /// Returns the condition on a value. It does not match values that WireMock never matches.
    private func condition(_ name: String, _ expected: Scenario.Condition.Value) -> Scenario.Condition {
        switch (subject, expected) {
        case (.body, .equals("")) where name != "absent":
            value.refuse("an empty body never matches: use \"absent\": true to match one")
        // WireMock treats an empty body as missing.
        case (.body, .matches(let pattern)) where pattern.hasMatch(in: []):
            return subject.condition(.all([expected, .not(.equals(""))]))
        case (.body, .contains("")): return subject.condition(.not(.equals("")))
        case (.query, .not) where name != "anything", (.header, .not) where name != "anything":
            let problem = "WireMock requires only that one of several values differs"
            value.noteDifference(problem, instead: "the scenario requires it of each value")
        default: break
        }
        return subject.condition(expected)
    }

    /// Returns the condition of a matcher for JSON documents.
    func document(_ name: String, _ operand: ImportValue, _ object: ImportObjectReader) -> Scenario.Condition? {
        name == "equalToJson" ? equalJSON(operand, object) : path(operand)
    }

    private func equalJSON(_ operand: ImportValue, _ object: ImportObjectReader) -> Scenario.Condition? {
        let equality = JSONEquality(
            ignoresOrder: object.bool("ignoreArrayOrder") ?? false,
            ignoresExtra: object.bool("ignoreExtraElements") ?? false
        )
        let parsed = operand.node.kind == .string ? operand.node.string.flatMap(JSONText.value) : operand.node.value
        guard let expected = parsed else { return operand.refuse("this text is not valid JSON, or nests too deep") }
        if expected.holdsPlaceholder {
            return operand.refuse("placeholders of JsonUnit (\"${json-unit…\") are not supported")
        }
        let isPlain = !equality.ignoresOrder && !equality.ignoresExtra
        guard !isPlain else { return subject.equalityCondition(expected) ?? refuseOutsideBody(operand) }
        guard case .body = subject else { return refuseOutsideBody(operand) }
        if !equality.ignoresExtra, !expected.containsArrayOfSeveralElements {
            return Scenario.Condition(body: [.json(expected)])
        }
        if equality.ignoresExtra, !expected.containsElements { return Scenario.Condition(body: [.contains(expected)]) }
        let path = operand.translated("condition") { () throws(TranslationError) in try equality.path(for: expected) }
        return path.map { .finding($0) }
    }

    private func refuseOutsideBody(_ operand: ImportValue) -> Scenario.Condition? {
        operand.refuse("JSON can be compared only with the body")
    }

    private func path(_ operand: ImportValue) -> Scenario.Condition? {
        guard case .body = subject else { return refuseOutsideBody(operand) }
        let isText = operand.node.kind == .string
        let object = isText ? nil : operand.object()
        guard let expression = isText ? operand.node.string : object?.string("expression") else {
            return operand.refuse("expected a JSONPath or an object with an \"expression\"")
        }
        do throws(TranslationError) {
            let path = try JaywayPath(expression)
            if path.comparesText {
                let instead = "numbers and Booleans do not match"
                operand.noteDifference("a pattern is compared only with strings", instead: instead)
            }
            let hasMatcher = operand.node.members.contains { $0.name != "expression" }
            return hasMatcher ? try values(of: path, operand) : try finding(path)
        } catch {
            return operand.refuse("no equivalent path: \(error.reason)")
        }
    }

    private func finding(_ path: JaywayPath) throws(TranslationError) -> Scenario.Condition {
        let condition = Scenario.Condition.finding(try path.pathSelectingNode())
        if path.segments.isEmpty {
            let empty: [JSON] = [.null, .array([]), .object([])]
            return Scenario.Condition(body: condition.body, not: empty.map { Scenario.Condition(body: [.json($0)]) })
        }
        guard let location = path.emptyObjectPointer else { return condition }
        return Scenario.Condition(any: [condition, Scenario.Condition(body: [.at(location, .equals(.object([])))])])
    }

    /// Returns the condition that a value that a path selects satisfies the matcher next to the expression.
    private func values(of path: JaywayPath, _ operand: ImportValue) throws(TranslationError) -> Scenario.Condition? {
        let node = operand.node
        if node["absent"] != nil { return try absence(of: path, operand) }
        if node["equalToJson"] != nil {
            guard let pointer = path.pointer else {
                throw TranslationError("several values cannot be compared with one document")
            }
            return matcher(operand, at: pointer).condition
        }
        let test = WireMockValueTest(node, besides: "expression")
        guard path.isDefinite, let pointer = path.pointer else {
            guard let test else { throw TranslationError("this matcher cannot compare several values") }
            noteTextComparison(test, operand)
            return Scenario.Condition(body: [.path(try path.finding(where: test.text))])
        }
        guard let matcherCondition = matcher(operand, at: pointer).condition else { return nil }
        let valueCondition = try oneValue(matcherCondition, at: pointer, of: path, test)
        guard let test else {
            operand.noteDifference(
                "WireMock also applies the matcher to list elements",
                instead: "a list at this path does not match"
            )
            return valueCondition
        }
        noteTextComparison(test, operand)
        let element = Scenario.Condition(body: [.path(try path.findingElement(where: test.text))])
        return Scenario.Condition(any: [valueCondition, element])
    }

    /// Returns the matcher next to an expression, for the value at its location.
    private func matcher(_ operand: ImportValue, at pointer: JSON.Pointer) -> WireMockMatcher {
        WireMockMatcher(operand, .bodyPointer(pointer), depth: depth + 1, besides: "expression")
    }

    /// Returns the condition on the value at a location. It does not hold for a missing value or a list.
    private func oneValue(
        _ condition: Scenario.Condition,
        at pointer: JSON.Pointer,
        of path: JaywayPath,
        _ test: WireMockValueTest?,
    ) throws(TranslationError) -> Scenario.Condition {
        if case .equals(let text)? = test, text != "null", !["[", "{"].contains(text.first) { return condition }
        var excluded = [Scenario.Condition(body: [.path(try path.findingAnyElement())])]
        for json in [JSON.null, .array([])] { excluded.append(Scenario.Condition(body: [.at(pointer, .equals(json))])) }
        // WireMock compares the text of an object including white space.
        if case .equals? = test { excluded.append(Scenario.Condition(body: [.path(try path.findingAnyMember())])) }
        let present = Scenario.Condition(body: [.at(pointer, .holds(.present))], not: excluded)
        return Scenario.Condition(all: [condition, present])
    }

    /// Returns the condition that a value is missing, `null` or an empty list in a JSON document.
    private func absence(of path: JaywayPath, _ operand: ImportValue) throws(TranslationError) -> Scenario.Condition? {
        if let object = operand.object() {
            object.ignore("expression", "absent")
            object.refuseUnreadMembers()
        }
        let isDocument = Scenario.BodyCondition.path(try JaywayPath("$").pathSelectingNode())
        guard path.isDefinite else {
            let found = Scenario.Condition.finding(try path.pathSelectingNode())
            return Scenario.Condition(body: [isDocument], not: [found, Scenario.Condition(body: [.json(.null)])])
        }
        guard let pointer = path.pointer else {
            throw TranslationError("the absence of an element that is counted from the end cannot be tested")
        }
        let absentValues: [Scenario.BodyCondition.ValueCondition] = [
            .holds(.absent), .equals(.null), .equals(.array([])),
        ]
        return Scenario.Condition(
            body: [isDocument],
            any: absentValues.map { Scenario.Condition(body: [.at(pointer, $0)]) },
            not: [Scenario.Condition(body: [.json(.null)])]
        )
    }

    private func noteTextComparison(_ test: WireMockValueTest, _ operand: ImportValue) {
        guard test.comparesText else { return }
        let problem = "WireMock compares all elements of a list as text"
        operand.noteDifference(problem, instead: "numbers, lists and objects are compared as JSON, or do not match")
    }
}

extension JSON {
    fileprivate var holdsPlaceholder: Bool {
        contains { value in
            guard case .string(let text) = value else { return false }
            return text.contains("${json-unit") || text.contains("#{json-unit")
        }
    }
}

/// A WireMock matcher that must hold for one of several values, as a JSONPath filter.
indirect enum WireMockValueTest {
    case equals(String)
    /// The pattern matches the whole text.
    case matches(Scenario.Pattern)
    case contains(String)
    case not(WireMockValueTest)
    case all([WireMockValueTest])
    case any([WireMockValueTest])

    /// Returns nil if the matcher has no equivalent filter.
    init?(_ node: JSONDocument.Node, besides readMember: String? = nil) {
        let members = node.members.filter { $0.name != readMember && $0.name != "caseInsensitive" }
        guard let (name, operand) = members.first.map({ ($0.name, $0.value) }), members.count == 1 else { return nil }
        let text = operand.scalar
        switch (name, text) {
        case ("equalTo", let text?):
            // With `caseInsensitive`, WireMock selects the element by its degree of similarity.
            guard node["caseInsensitive"]?.bool != true else { return nil }
            self = .equals(text)
        case ("contains", let text?): self = .contains(text)
        case ("doesNotContain", let text?): self = .not(.contains(text))
        case ("matches", let text?), ("doesNotMatch", let text?):
            guard let pattern = try? PatternTranslation.matchingWhole(text, dot: .everything) else { return nil }
            self = name == "matches" ? .matches(pattern) : .not(.matches(pattern))
        case ("and", nil), ("or", nil):
            let parts = operand.elements.map { WireMockValueTest($0) }
            let tests = parts.compactMap(\.self)
            guard !tests.isEmpty, tests.count == parts.count else { return nil }
            self = name == "and" ? .all(tests) : .any(tests)
        default: return nil
        }
    }

    /// Whether the test compares text. For numbers, lists and objects its result may then differ from WireMock's.
    var comparesText: Bool {
        switch self {
        case .equals(let text): JSONText.value(text).map { if case .string = $0 { false } else { true } } ?? false
        case .matches, .contains, .not: true
        case .all(let parts), .any(let parts): parts.contains(where: \.comparesText)
        }
    }

    /// Returns the test in the syntax of a filter.
    ///
    /// - Parameter name: The name of the tested value in the filter.
    func text(of name: String) -> String {
        switch self {
        case .equals(let text): "(\(JSONPathTranslation.equality(name, text)))"
        case .matches(let pattern):
            "match(\(name), \(JSONPathTranslation.quoted(pattern.withoutAnchors)))"
        case .contains(let text): "search(\(name), \(JSONPathTranslation.quoted(PatternTranslation.literal(text))))"
        case .not(let part): "(\(name) && \(name) != null && !\(name).* && !\(part.text(of: name)))"
        case .all(let parts): "(" + parts.map { $0.text(of: name) }.joined(separator: " && ") + ")"
        case .any(let parts): "(" + parts.map { $0.text(of: name) }.joined(separator: " || ") + ")"
        }
    }
}
