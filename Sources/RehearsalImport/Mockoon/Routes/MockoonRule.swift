import Rehearsal
import RehearsalDocuments

/// A rule of a response: a part of the request and its expected value.
struct MockoonRule {
    private let value: ImportValue
    private let kind: String
    private let modifier: String
    private let expected: String
    private let name: String
    private let isInverted: Bool

    /// Returns the condition of the rules of a response; nil if it has no rules.
    static func condition(
        _ object: ImportObjectReader,
        _ target: MockoonRouteMatch,
        _ number: RequestNumber,
    ) -> Scenario.Condition? {
        let isAll = object.string("rulesOperator") == "AND"
        let rules = object.array("rules").compactMap { MockoonRule($0)?.condition(target, number) }
        guard rules.count > 1 else { return rules.first }
        return isAll ? .all(of: rules) : .any(of: rules)
    }

    /// Returns nil for a disabled rule.
    private init?(_ value: ImportValue) {
        guard let object = value.object() else { return nil }
        self.value = value
        kind = object.string("target") ?? ""
        modifier = object.string("modifier") ?? ""
        expected = object.text("value") ?? ""
        isInverted = object.bool("invert") ?? false
        let isEnabled = object.bool("enabled") ?? true
        // Versions before 2021 had only patterns and equality.
        let isPattern = object.bool("isRegex") ?? false
        name = object.string("operator") ?? (isPattern ? "regex" : "equals")
        object.noteUnreadMembers()
        guard isEnabled else { return nil }
    }

    /// The variable with the number of earlier requests to a route.
    struct RequestNumber {
        let name: String

        init(route: String) { name = "requests of \(route)" }
    }

    private func condition(_ target: MockoonRouteMatch, _ number: RequestNumber) -> Scenario.Condition? {
        guard !Template.isTemplate(modifier), !Template.isTemplate(expected) else {
            return refuse("a template in a rule is not supported")
        }
        let condition = kind == "request_number" ? count(number) : condition(target)
        return condition.map { isInverted ? Scenario.Condition(not: [$0]) : $0 }
    }

    private func condition(_ target: MockoonRouteMatch) -> Scenario.Condition? {
        switch kind {
        case "query" where !modifier.isEmpty:
            guard let names = MockoonPath.queryNames(modifier) else {
                return refuse(
                    "Mockoon finds no \(kind) parameter \(modifier.quoted); write the name without brackets and index"
                )
            }
            return anyMatching(names.map { .query($0) })
        case "header" where !modifier.isEmpty: return anyMatching([.header(modifier)])
        case "cookie" where !modifier.isEmpty: return anyMatching([.cookie(modifier)])
        case "params" where target.captures.contains(modifier): return anyMatching([.path(modifier)])
        case "path": return anyMatching([.url])
        case "body" where modifier.isEmpty: return anyMatching([.body])
        case "body": return bodyValueCondition()
        default:
            let part = modifier.isEmpty ? kind.quoted : "\(kind.quoted) at \(modifier.quoted)"
            return refuse("no condition supports \(part)")
        }
    }

    private func refuse<Result>(_ problem: String) -> Result? {
        value.refuse(problem, instead: MockoonReply.omittedConsequence)
    }

    /// Returns the condition that the rule holds for at least one of several parts of a request.
    private func anyMatching(_ subjects: [MatchTarget]) -> Scenario.Condition? {
        if name == "null" {
            guard let nonEmpty = try? Scenario.Pattern(#"[\s\S]"#) else { return nil }
            return .all(of: subjects.map { $0.condition(.not(.matches(nonEmpty))) })
        }
        return test.map { test in .any(of: subjects.map { $0.condition(test) }) }
    }

    /// The comparison with the expected text. If no condition is equivalent, it refuses the response and returns nil.
    private var test: Scenario.Condition.Value? {
        switch name {
        case "equals": return .equals(expected)
        case "regex", "regex_i":
            let pattern = value.pattern(
                in: expected,
                ignoringCase: name == "regex_i",
                instead: MockoonReply.omittedConsequence
            )
            return pattern.map { .matches($0) }
        default: return refuse("no condition supports the operator \(name.quoted)")
        }
    }

    /// Returns the condition on a value in a JSON document or a form. The modifier is a path such as `user.name`.
    private func bodyValueCondition() -> Scenario.Condition? {
        guard let pointer = MockoonPath.pointer(modifier) else {
            return refuse("a path to several values cannot be compared: \(modifier.quoted)")
        }
        let fields = (MockoonPath.queryNames(modifier) ?? []).map { MatchTarget.form($0) }
        switch name {
        case "empty_array": return .equal([], at: pointer)
        case "array_includes":
            let lists = fields.filter { if case .form(let name) = $0 { name.hasSuffix("[]") } else { false } }
            return .any(of: Self.lists(pointer, holding: expected) + lists.map { $0.condition(.equals(expected)) })
        case "null":
            let none = anyMatching([.bodyPointer(pointer)] + fields)
            return none.map { .any(of: [$0, .equal(.null, at: pointer)]) }
        default:
            guard let value = test else { return nil }
            let lists =
                switch value {
                case .matches(let pattern): Self.lists(pointer, matching: pattern)
                default: Self.lists(pointer, holding: expected)
                }
            return .any(of: [Self.scalar(pointer, value)] + lists + fields.map { $0.condition(value) })
        }
    }

    /// Returns the condition on a value that is neither a list nor an object; `null` counts as an empty text.
    private static func scalar(_ pointer: JSON.Pointer, _ value: Scenario.Condition.Value) -> Scenario.Condition {
        var condition = MatchTarget.bodyPointer(pointer).condition(value)
        let isNull = Scenario.Condition.equal(.null, at: pointer)
        if holds(value, for: "null") { condition.not.append(isNull) }
        let isPattern = if case .matches = value { true } else { false }
        if holds(value, for: "[]") || holds(value, for: "{}") || isPattern,
            let path = try? JSON.Path("\(steps(pointer)).*")
        {
            condition.not.append(.finding(path))
        }
        return holds(value, for: "") ? Scenario.Condition(any: [condition, isNull]) : condition
    }

    private static func holds(_ value: Scenario.Condition.Value, for text: String) -> Bool {
        switch value {
        case .equals(let expected): expected == text
        case .matches(let pattern): pattern.hasMatch(in: Array(text.utf8))
        default: false
        }
    }

    /// Returns conditions that match a list with an element equal to a text or its JSON value.
    private static func lists(_ pointer: JSON.Pointer, holding text: String) -> [Scenario.Condition] {
        let values = [JSON.string(text)] + (JSONText.value(text).map { [$0] } ?? [])
        return values.filter { !$0.isContainer }.compactMap { value in
            list(pointer, "@ == \(String(decoding: value.bytes(), as: UTF8.self))")
        }
    }

    /// Returns conditions that match a list with a string that matches a pattern.
    private static func lists(_ pointer: JSON.Pointer, matching pattern: Scenario.Pattern) -> [Scenario.Condition] {
        let text = String(decoding: JSON.string(pattern.text).bytes(), as: UTF8.self)
        return [list(pointer, "search(@, \(text))")].compactMap(\.self)
    }

    private static func list(_ pointer: JSON.Pointer, _ test: String) -> Scenario.Condition? {
        let steps = steps(pointer)
        // A filter also selects members of an object, while an index selects only elements of a list.
        guard let path = try? JSON.Path("\(steps)[?\(test)]"), let first = try? JSON.Path("\(steps)[0]") else {
            return nil
        }
        return .all(of: [.finding(path), .finding(first)])
    }

    /// Returns a pointer as the beginning of a JSONPath.
    private static func steps(_ pointer: JSON.Pointer) -> String {
        let steps = pointer.tokens.map { token in
            JSON.Pointer.index(token).map { "[\($0)]" }
                ?? "[\(String(decoding: JSON.string(token).bytes(), as: UTF8.self))]"
        }
        return "$\(steps.joined())"
    }

    /// Returns the condition that the rule holds for the number of the current request.
    private func count(_ number: RequestNumber) -> Scenario.Condition? {
        let maximumCount = 200
        var pattern: Scenario.Pattern?
        if name.hasPrefix("regex") {
            pattern = try? PatternTranslation.searching(expected)
        }
        guard name == "equals" || pattern != nil else {
            return refuse("no condition supports the operator \(name.quoted) for the number of a request")
        }
        let holds = (1...maximumCount).map { pattern?.hasMatch(in: Array(String($0).utf8)) ?? (String($0) == expected) }
        let holdsForLargeNumbers = holds[maximumCount - 1]
        // A rule that holds for all large numbers is written as the numbers for which it does not hold.
        let indices = holds.indices.filter { holds[$0] != holdsForLargeNumbers }.map { String($0) }
        let value: Scenario.Condition.Value = indices.count == 1 ? .equals(indices[0]) : .oneOf(indices)
        if indices.isEmpty {
            return holdsForLargeNumbers
                ? Scenario.Condition() : Scenario.Condition(state: [.init(number.name, .equals("-1"))])
        }
        return Scenario.Condition(state: [.init(number.name, holdsForLargeNumbers ? .not(value) : value)])
    }
}

/// Functions for paths of values in a request, such as `user.name`.
enum MockoonPath {
    /// Returns the pointer for `user.name` or `$.user.name`; nil for a path to several values.
    static func pointer(_ path: String) -> JSON.Pointer? {
        path.hasPrefix("$") ? JSONPathTranslation.pointer(path) : JSON.Pointer(tokens: names(path))
    }

    /// Returns the names of query or form fields for `user.name`: `user[name]`, and `user[name][]` for a list.
    ///
    /// Returns nil if the path contains an index, because field names have none.
    static func queryNames(_ path: String) -> [String]? {
        guard let tokens = pointer(path)?.tokens, let first = tokens.first, !first.isEmpty,
            tokens.allSatisfy({ Int($0) == nil && !$0.contains("[") && !$0.contains("]") })
        else { return nil }
        let name = first + tokens.dropFirst().map { "[\($0)]" }.joined()
        return [name, name + "[]"]
    }

    /// Returns the names in a path such as `user.name`; a backslash escapes a dot.
    static func names(_ path: String) -> [String] {
        path.replacing("\\.", with: "\u{0}").split(separator: ".").map { $0.replacing("\u{0}", with: ".") }
            .map { String($0) }
    }
}
