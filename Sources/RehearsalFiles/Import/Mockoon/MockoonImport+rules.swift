import Rehearsal

extension MockoonImport {
    /// What the rules of a response ask; nil without rules.
    mutating func condition(
        _ object: ImportObject,
        _ target: Target,
        _ number: RequestNumber,
    ) -> Scenario.Condition? {
        let isAll = reader.string(object["rulesOperator"]) == "AND"
        var parts: [Scenario.Condition] = []
        for rule in reader.array(object["rules"]) {
            guard let condition = self.rule(rule, target, number) else { continue }
            parts.append(condition)
        }
        guard parts.count > 1 else { return parts.first }
        return isAll ? parts.reduce(Scenario.Condition()) { $0.and($1) } : Scenario.Condition(any: parts)
    }

    private mutating func rule(_ value: ImportValue, _ target: Target, _ number: RequestNumber) -> Scenario.Condition? {
        guard let object = reader.object(value) else { return nil }
        let kind = reader.string(object["target"]) ?? ""
        let modifier = reader.string(object["modifier"]) ?? ""
        let wanted = reader.text(object["value"]) ?? ""
        let isInverted = reader.bool(object["invert"]) ?? false
        let isEnabled = reader.bool(object["enabled"]) ?? true
        // Before 2021 a rule was a pattern, or not.
        let isPattern = reader.bool(object["isRegex"]) ?? false
        let name = reader.string(object["operator"]) ?? (isPattern ? "regex" : "equals")
        reader.finish(object)
        guard isEnabled else { return nil }
        guard !Template.isTemplate(modifier), !Template.isTemplate(wanted) else {
            reader.refuse(value, "a template in a rule is filled in for no condition", instead: Self.leftOut)
            return nil
        }
        let rule = Rule(value: value, kind: kind, modifier: modifier, wanted: wanted, name: name)
        let condition = kind == "request_number" ? self.count(rule, number) : self.condition(rule, target)
        return condition.map { isInverted ? Scenario.Condition(not: [$0]) : $0 }
    }

    static let leftOut = "the response is left out"

    struct Rule {
        var value: ImportValue
        var kind: String
        var modifier: String
        var wanted: String
        var name: String
    }

    private mutating func condition(_ rule: Rule, _ target: Target) -> Scenario.Condition? {
        switch rule.kind {
        case "query" where !rule.modifier.isEmpty:
            guard let names = Self.queryNames(rule.modifier) else { return refuse(rule, Self.unnamed(rule)) }
            return asked(names.map { .query($0) }, rule)
        case "header" where !rule.modifier.isEmpty: return asked([.header(rule.modifier)], rule)
        case "cookie" where !rule.modifier.isEmpty: return asked([.cookie(rule.modifier)], rule)
        case "params" where target.captures.contains(rule.modifier): return asked([.path(rule.modifier)], rule)
        case "path": return asked([.url], rule)
        case "body" where rule.modifier.isEmpty: return asked([.body], rule)
        case "body": return place(rule)
        default:
            let what = rule.modifier.isEmpty ? rule.kind.quoted : "\(rule.kind.quoted) at \(rule.modifier.quoted)"
            return refuse(rule, "no condition asks for \(what)")
        }
    }

    private mutating func refuse(_ rule: Rule, _ problem: String) -> Scenario.Condition? {
        reader.refuse(rule.value, problem, instead: Self.leftOut)
        return nil
    }

    private static func unnamed(_ rule: Rule) -> String {
        "no name of a \(rule.kind) is \(rule.modifier.quoted) for Mockoon; a list has its name without brackets"
    }

    /// A condition on one value that has one of several names.
    private mutating func asked(_ subjects: [ImportSubject], _ rule: Rule) -> Scenario.Condition? {
        if rule.name == "null" {
            guard let something = try? Scenario.Pattern(#"[\s\S]"#) else { return nil }
            return subjects.reduce(Scenario.Condition()) { $0.and($1.condition(.not(.matches(something)))) }
        }
        guard let value = wanted(rule) else { return nil }
        let conditions = subjects.map { $0.condition(value) }
        return conditions.count == 1 ? conditions[0] : Scenario.Condition(any: conditions)
    }

    /// The test of a rule on a text; nil, after a report, for a rule that no condition expresses.
    private mutating func wanted(_ rule: Rule) -> Scenario.Condition.Value? {
        switch rule.name {
        case "equals": return .equals(rule.wanted)
        case "regex", "regex_i":
            do throws(PatternTranslation.Untranslatable) {
                return .matches(try PatternTranslation.found(rule.wanted, ignoringCase: rule.name == "regex_i"))
            } catch {
                reader.refuse(rule.value, "no pattern says the same: \(error.reason)", instead: Self.leftOut)
                return nil
            }
        default:
            let problem = "no condition asks whether it is \(rule.name.quoted)"
            reader.refuse(rule.value, problem, instead: Self.leftOut)
            return nil
        }
    }

    /// A condition on a value of a JSON document or of a form: `user.name`, or a JSONPath.
    private mutating func place(_ rule: Rule) -> Scenario.Condition? {
        guard let pointer = Self.pointer(rule.modifier) else {
            return refuse(rule, "of several values none is compared: \(rule.modifier.quoted)")
        }
        let fields = (Self.queryNames(rule.modifier) ?? []).map { ImportSubject.form($0) }
        switch rule.name {
        case "empty_array": return Scenario.Condition(body: [.at(pointer, .equals([]))])
        case "array_includes":
            let lists = fields.filter { if case .form(let name) = $0 { name.hasSuffix("[]") } else { false } }
            return Self.any(
                Self.lists(pointer, holding: rule.wanted) + lists.map { $0.condition(.equals(rule.wanted)) }
            )
        case "null":
            guard let none = asked([.place(pointer)] + fields, rule) else { return nil }
            let isNull = Scenario.Condition(body: [.at(pointer, .equals(.null))])
            return Scenario.Condition(any: [none, isNull])
        default:
            guard let value = wanted(rule) else { return nil }
            let lists =
                switch value {
                case .matches(let pattern): Self.lists(pointer, matching: pattern)
                default: Self.lists(pointer, holding: rule.wanted)
                }
            return Self.any([Self.scalar(pointer, value)] + lists + fields.map { $0.condition(value) })
        }
    }

    private static func any(_ conditions: [Scenario.Condition]) -> Scenario.Condition {
        conditions.count == 1 ? conditions[0] : Scenario.Condition(any: conditions)
    }

    /// A condition on a value that is neither a list nor an object; `null` counts as an empty text.
    private static func scalar(_ pointer: JSON.Pointer, _ value: Scenario.Condition.Value) -> Scenario.Condition {
        var condition = Scenario.Condition(body: [.at(pointer, .holds(value))])
        let isNull = Scenario.Condition(body: [.at(pointer, .equals(.null))])
        if holds(value, for: "null") { condition.not.append(isNull) }
        if holds(value, for: "[]") || holds(value, for: "{}") || isPattern(value),
            let path = try? JSON.Path("\(steps(pointer)).*")
        {
            condition.not.append(Scenario.Condition(body: [.path(path)]))
        }
        return holds(value, for: "") ? Scenario.Condition(any: [condition, isNull]) : condition
    }

    private static func isPattern(_ value: Scenario.Condition.Value) -> Bool {
        if case .matches = value { true } else { false }
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
        return values.compactMap { value in
            switch value {
            case .array, .object: return nil
            default: break
            }
            let wanted = String(decoding: value.bytes(), as: UTF8.self)
            return list(pointer, "@ == \(wanted)")
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
        return Scenario.Condition(body: [.path(path)]).and(Scenario.Condition(body: [.path(first)]))
    }

    /// A pointer as the beginning of a JSONPath.
    private static func steps(_ pointer: JSON.Pointer) -> String {
        let steps = pointer.tokens.map { token in
            JSON.Pointer.index(token).map { "[\($0)]" }
                ?? "[\(String(decoding: JSON.string(token).bytes(), as: UTF8.self))]"
        }
        return "$\(steps.joined())"
    }

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

    /// The numbers of requests for which it holds, as values of the variable that counts those before.
    private mutating func count(_ rule: Rule, _ number: RequestNumber) -> Scenario.Condition? {
        let most = 200
        var pattern: Scenario.Pattern?
        if rule.name.hasPrefix("regex") {
            pattern = try? PatternTranslation.found(rule.wanted)
        }
        guard rule.name == "equals" || pattern != nil else {
            reader.refuse(rule.value, "no condition asks this of the number of a request", instead: Self.leftOut)
            return nil
        }
        let holds = (1...most).map { pattern?.isFound(in: Array(String($0).utf8)) ?? (String($0) == rule.wanted) }
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
