import Rehearsal
import RehearsalDocuments

/// A rule of a response: a part of the request, and what it must be.
struct MockoonRule {
    private let value: ImportValue
    private let kind: String
    private let modifier: String
    private let wanted: String
    private let name: String
    private let isInverted: Bool

    /// What the rules of a response ask; nil without rules.
    static func condition(
        _ object: ImportObject,
        _ target: MockoonTarget,
        _ number: RequestNumber,
    ) -> Scenario.Condition? {
        let isAll = object.string("rulesOperator") == "AND"
        let rules = object.array("rules").compactMap { MockoonRule($0)?.condition(target, number) }
        guard rules.count > 1 else { return rules.first }
        return isAll ? .all(of: rules) : .any(of: rules)
    }

    /// Nil for a rule that is switched off.
    private init?(_ value: ImportValue) {
        guard let object = value.object() else { return nil }
        self.value = value
        kind = object.string("target") ?? ""
        modifier = object.string("modifier") ?? ""
        wanted = object.text("value") ?? ""
        isInverted = object.bool("invert") ?? false
        let isEnabled = object.bool("enabled") ?? true
        // Before 2021 a rule was a pattern, or not.
        let isPattern = object.bool("isRegex") ?? false
        name = object.string("operator") ?? (isPattern ? "regex" : "equals")
        object.finish()
        guard isEnabled else { return nil }
    }

    /// The variable that counts the requests of a route, which conditions see before it counts theirs.
    struct RequestNumber {
        let name: String

        init(route: String) { name = "requests of \(route)" }
    }

    private func condition(_ target: MockoonTarget, _ number: RequestNumber) -> Scenario.Condition? {
        guard !Template.isTemplate(modifier), !Template.isTemplate(wanted) else {
            return refuse("a template in a rule is filled in for no condition")
        }
        let condition = kind == "request_number" ? count(number) : condition(target)
        return condition.map { isInverted ? Scenario.Condition(not: [$0]) : $0 }
    }

    private func condition(_ target: MockoonTarget) -> Scenario.Condition? {
        switch kind {
        case "query" where !modifier.isEmpty:
            guard let names = MockoonPath.queryNames(modifier) else {
                return refuse(
                    "no name of a \(kind) is \(modifier.quoted) for Mockoon; a list has its name without brackets"
                )
            }
            return asked(names.map { .query($0) })
        case "header" where !modifier.isEmpty: return asked([.header(modifier)])
        case "cookie" where !modifier.isEmpty: return asked([.cookie(modifier)])
        case "params" where target.captures.contains(modifier): return asked([.path(modifier)])
        case "path": return asked([.url])
        case "body" where modifier.isEmpty: return asked([.body])
        case "body": return place()
        default:
            let what = modifier.isEmpty ? kind.quoted : "\(kind.quoted) at \(modifier.quoted)"
            return refuse("no condition asks for \(what)")
        }
    }

    private func refuse<Result>(_ problem: String) -> Result? {
        value.refuse(problem, instead: MockoonReply.leftOut)
    }

    /// A condition on one value that has one of several names.
    private func asked(_ subjects: [ImportSubject]) -> Scenario.Condition? {
        if name == "null" {
            guard let something = try? Scenario.Pattern(#"[\s\S]"#) else { return nil }
            return .all(of: subjects.map { $0.condition(.not(.matches(something))) })
        }
        return test.map { test in .any(of: subjects.map { $0.condition(test) }) }
    }

    /// The test of a rule on a text; nil, after a report, for a rule that no condition expresses.
    private var test: Scenario.Condition.Value? {
        switch name {
        case "equals": return .equals(wanted)
        case "regex", "regex_i":
            let pattern = value.pattern(in: wanted, ignoringCase: name == "regex_i", instead: MockoonReply.leftOut)
            return pattern.map { .matches($0) }
        default: return refuse("no condition asks whether it is \(name.quoted)")
        }
    }

    /// A condition on a value of a JSON document or of a form: `user.name`, or a JSONPath.
    private func place() -> Scenario.Condition? {
        guard let pointer = MockoonPath.pointer(modifier) else {
            return refuse("of several values none is compared: \(modifier.quoted)")
        }
        let fields = (MockoonPath.queryNames(modifier) ?? []).map { ImportSubject.form($0) }
        switch name {
        case "empty_array": return .equal([], at: pointer)
        case "array_includes":
            let lists = fields.filter { if case .form(let name) = $0 { name.hasSuffix("[]") } else { false } }
            return .any(of: Self.lists(pointer, holding: wanted) + lists.map { $0.condition(.equals(wanted)) })
        case "null":
            let none = asked([.place(pointer)] + fields)
            return none.map { .any(of: [$0, .equal(.null, at: pointer)]) }
        default:
            guard let value = test else { return nil }
            let lists =
                switch value {
                case .matches(let pattern): Self.lists(pointer, matching: pattern)
                default: Self.lists(pointer, holding: wanted)
                }
            return .any(of: [Self.scalar(pointer, value)] + lists + fields.map { $0.condition(value) })
        }
    }

    /// A condition on a value that is neither a list nor an object; `null` counts as an empty text.
    private static func scalar(_ pointer: JSON.Pointer, _ value: Scenario.Condition.Value) -> Scenario.Condition {
        var condition = ImportSubject.place(pointer).condition(value)
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
        case .equals(let wanted): wanted == text
        case .matches(let pattern): pattern.isFound(in: Array(text.utf8))
        default: false
        }
    }

    /// Conditions that hold where a list has an element that is written in this way.
    private static func lists(_ pointer: JSON.Pointer, holding text: String) -> [Scenario.Condition] {
        let values = [JSON.string(text)] + (JSONText.value(text).map { [$0] } ?? [])
        return values.filter { !$0.isContainer }.compactMap { value in
            list(pointer, "@ == \(String(decoding: value.bytes(), as: UTF8.self))")
        }
    }

    /// Conditions that hold where a list has a text that a pattern is found in.
    private static func lists(_ pointer: JSON.Pointer, matching pattern: Scenario.Pattern) -> [Scenario.Condition] {
        let text = String(decoding: JSON.string(pattern.text).bytes(), as: UTF8.self)
        return [list(pointer, "search(@, \(text))")].compactMap(\.self)
    }

    private static func list(_ pointer: JSON.Pointer, _ test: String) -> Scenario.Condition? {
        let steps = steps(pointer)
        // A filter also takes the members of an object; an index takes elements of a list alone.
        guard let path = try? JSON.Path("\(steps)[?\(test)]"), let first = try? JSON.Path("\(steps)[0]") else {
            return nil
        }
        return .all(of: [.finding(path), .finding(first)])
    }

    /// A pointer as the beginning of a JSONPath.
    private static func steps(_ pointer: JSON.Pointer) -> String {
        let steps = pointer.tokens.map { token in
            JSON.Pointer.index(token).map { "[\($0)]" }
                ?? "[\(String(decoding: JSON.string(token).bytes(), as: UTF8.self))]"
        }
        return "$\(steps.joined())"
    }

    /// The numbers of requests for which it holds, as values of the variable that counts those before.
    private func count(_ number: RequestNumber) -> Scenario.Condition? {
        let most = 200
        var pattern: Scenario.Pattern?
        if name.hasPrefix("regex") {
            pattern = try? PatternTranslation.found(wanted)
        }
        guard name == "equals" || pattern != nil else {
            return refuse("no condition asks this of the number of a request")
        }
        let holds = (1...most).map { pattern?.isFound(in: Array(String($0).utf8)) ?? (String($0) == wanted) }
        let isOpen = holds[most - 1]
        // What holds for ever is said by what it does not hold for.
        let told = holds.indices.filter { holds[$0] != isOpen }.map { String($0) }
        let value: Scenario.Condition.Value = told.count == 1 ? .equals(told[0]) : .oneOf(told)
        if told.isEmpty {
            return isOpen ? Scenario.Condition() : Scenario.Condition(state: [.init(number.name, .equals("-1"))])
        }
        return Scenario.Condition(state: [.init(number.name, isOpen ? .not(value) : value)])
    }
}

/// Names of values in a request as Mockoon writes them: `user.name`.
enum MockoonPath {
    /// The place that `user.name` or `$.user.name` names; nil for a path to several values.
    static func pointer(_ path: String) -> JSON.Pointer? {
        path.hasPrefix("$") ? JSONPathTranslation.pointer(path) : JSON.Pointer(tokens: names(path))
    }

    /// The names that a value of a query or form has for `user.name`: `user[name]`, and `user[name][]` for a list.
    ///
    /// Nil for what no name says, such as an element of a list by its number.
    static func queryNames(_ path: String) -> [String]? {
        guard let tokens = pointer(path)?.tokens, let first = tokens.first, !first.isEmpty,
            tokens.allSatisfy({ Int($0) == nil && !$0.contains("[") && !$0.contains("]") })
        else { return nil }
        let name = first + tokens.dropFirst().map { "[\($0)]" }.joined()
        return [name, name + "[]"]
    }

    /// `user.name` as its names; a dot in a name has a backslash before it.
    static func names(_ path: String) -> [String] {
        path.replacing("\\.", with: "\u{0}").split(separator: ".").map { $0.replacing("\u{0}", with: ".") }
            .map { String($0) }
    }
}
