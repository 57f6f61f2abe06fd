import Rehearsal

extension DocumentReader {
    /// What stands under `when`.
    mutating func condition(_ node: JSONDocument.Node) -> Scenario.Condition? {
        guard let fields = fields(of: node, .when) else { return nil }
        var condition = Scenario.Condition()
        condition.query = fields["query"].map { conditions($0, in: "\"query\"") } ?? []
        condition.headers = fields["headers"].map { conditions($0, in: "\"headers\"") } ?? []
        for (member, named) in zip(fields["headers"].map { Array($0.members) } ?? [], condition.headers)
        where !HeaderRules.isToken(named.name) {
            report(.badValue, at: member.nameRange, "\(named.name.quoted) is no name of a header")
        }
        return condition
    }

    private mutating func conditions(_ node: JSONDocument.Node, in what: String) -> [Scenario.Condition.Named] {
        guard expect(node, .object, in: what) else { return [] }
        var conditions: [Scenario.Condition.Named] = []
        for member in named(node, in: what) {
            if let value = value(member.value, in: member.name.quoted) {
                conditions.append(Scenario.Condition.Named(member.name, value))
            }
        }
        return conditions
    }

    /// A value, which must be equal, or an object whose keys must all hold.
    private mutating func value(_ node: JSONDocument.Node, in what: String) -> Scenario.Condition.Value? {
        guard node.kind == .object else {
            let hint = node.kind == .null ? #"write { "absent": true }"# : #"write { "oneOf": [ … ] } for several"#
            return scalar(node, in: what, hint: hint).map { .equals($0) }
        }
        guard let fields = fields(of: node, .condition) else { return nil }
        let members = fields.members(KnownKeys.condition.names)
        if members.isEmpty, !node.members.contains(where: { _ in true }) {
            report(
                .badValue,
                at: node.range,
                "the condition on \(what) says nothing",
                hint: #"write { "present": true }"#
            )
        }
        var values: [Scenario.Condition.Value] = []
        for member in members {
            if let value = single(member) { values.append(value) }
        }
        return values.count > 1 ? .all(values) : values.first
    }

    private mutating func single(_ member: JSONDocument.Member) -> Scenario.Condition.Value? {
        let (node, what) = (member.value, member.name.quoted)
        switch member.name {
        case "equals": return scalar(node, in: what).map { .equals($0) }
        case "contains": return scalar(node, in: what).map { .contains($0) }
        case "startsWith": return scalar(node, in: what).map { .startsWith($0) }
        case "endsWith": return scalar(node, in: what).map { .endsWith($0) }
        case "matches": return pattern(node, in: what).map { .matches($0) }
        case "present": return bool(node, in: what).map { $0 ? .present : .absent }
        case "absent": return bool(node, in: what).map { $0 ? .absent : .present }
        case "not": return value(node, in: what).map { .not($0) }
        default: return oneOf(node, in: what)
        }
    }

    /// A pattern, compiled here once; what is wrong in it is told at its characters.
    private mutating func pattern(_ node: JSONDocument.Node, in what: String) -> Scenario.Pattern? {
        guard let text = string(node, in: what) else { return nil }
        do throws(Scenario.Pattern.Malformed) {
            return try Scenario.Pattern(text)
        } catch {
            let place = node.range(ofCharacters: error.offset..<(error.offset + error.length)) ?? node.range
            report(.badPattern, at: place, error.problem, hint: error.fix, see: "when")
            return nil
        }
    }

    private mutating func oneOf(_ node: JSONDocument.Node, in what: String) -> Scenario.Condition.Value? {
        guard expect(node, .array, in: what) else { return nil }
        var choices: [String] = []
        for element in node.elements {
            if let choice = scalar(element, in: what) { choices.append(choice) }
        }
        guard !choices.isEmpty || node.elements.contains(where: { _ in true }) else {
            report(.badValue, at: node.range, "\"oneOf\" is empty, so nothing could match", hint: "name a value")
            return nil
        }
        return .oneOf(choices)
    }
}
