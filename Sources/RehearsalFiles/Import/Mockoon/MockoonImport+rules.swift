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
        case "query" where !rule.modifier.isEmpty: return asked(.query(rule.modifier), rule)
        case "header" where !rule.modifier.isEmpty: return asked(.header(rule.modifier), rule)
        case "cookie" where !rule.modifier.isEmpty: return asked(.cookie(rule.modifier), rule)
        case "params" where target.path.text.contains("{\(rule.modifier)}"): return asked(.path(rule.modifier), rule)
        case "path": return asked(.url, rule)
        case "body" where rule.modifier.isEmpty: return asked(.body, rule)
        case "body": return place(rule)
        default:
            let what = rule.modifier.isEmpty ? rule.kind.quoted : "\(rule.kind.quoted) at \(rule.modifier.quoted)"
            reader.refuse(rule.value, "no condition asks for \(what)", instead: Self.leftOut)
            return nil
        }
    }

    /// A condition on one value.
    private mutating func asked(_ subject: ImportSubject, _ rule: Rule) -> Scenario.Condition? {
        switch rule.name {
        case "equals": return subject.condition(.equals(rule.wanted))
        case "regex", "regex_i":
            do throws(PatternTranslation.Untranslatable) {
                let pattern = try PatternTranslation.found(rule.wanted, ignoringCase: rule.name == "regex_i")
                return subject.condition(.matches(pattern))
            } catch {
                reader.refuse(rule.value, "no pattern says the same: \(error.reason)", instead: Self.leftOut)
                return nil
            }
        case "null":
            guard let something = try? Scenario.Pattern(#"[\s\S]"#) else { return nil }
            return subject.condition(.not(.matches(something)))
        default:
            reader.refuse(rule.value, "no condition asks whether it is \(rule.name.quoted)", instead: Self.leftOut)
            return nil
        }
    }

    /// A condition on a value of a document: `user.name`, or a JSONPath.
    private mutating func place(_ rule: Rule) -> Scenario.Condition? {
        let pointer =
            rule.modifier.hasPrefix("$")
            ? JSONPathTranslation.pointer(rule.modifier) : JSON.Pointer(tokens: Self.names(rule.modifier))
        guard let pointer else {
            reader.refuse(
                rule.value,
                "of several values none is compared: \(rule.modifier.quoted)",
                instead: Self.leftOut
            )
            return nil
        }
        switch rule.name {
        case "empty_array": return Scenario.Condition(body: [.at(pointer, .equals([]))])
        case "array_includes":
            let texts = [JSON.string(rule.wanted)] + (JSONText.value(rule.wanted).map { [$0] } ?? [])
            let conditions = texts.map {
                Scenario.Condition(body: [Self.path(pointer, holding: $0)].compactMap(\.self))
            }
            return conditions.count == 1 ? conditions[0] : Scenario.Condition(any: conditions)
        case "null":
            let none = asked(.place(pointer), rule)
            return none.map { Scenario.Condition(any: [$0, Scenario.Condition(body: [.at(pointer, .equals(.null))])]) }
        default: return asked(.place(pointer), rule)
        }
    }

    /// A path that finds something where a list holds a value.
    private static func path(_ pointer: JSON.Pointer, holding value: JSON) -> Scenario.BodyCondition? {
        let steps = pointer.tokens.map { token in
            JSON.Pointer.index(token).map { "[\($0)]" }
                ?? "[\(String(decoding: JSON.string(token).bytes(), as: UTF8.self))]"
        }
        let wanted = String(decoding: value.bytes(), as: UTF8.self)
        return (try? JSON.Path("$\(steps.joined())[?@ == \(wanted)]")).map { .path($0) }
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
