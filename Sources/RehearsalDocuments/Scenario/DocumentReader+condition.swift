import Rehearsal

extension DocumentReader {
    /// What stands under `when`.
    mutating func condition(_ node: JSONDocument.Node) -> Scenario.Condition? {
        guard let fields = fields(of: node, .when) else { return nil }
        var condition = Scenario.Condition()
        condition.url = fields["url"].flatMap { value($0, in: "\"url\"") }
        condition.query = conditions(fields, "query")
        condition.headers = conditions(fields, "headers")
        condition.cookies = conditions(fields, "cookies")
        condition.form = conditions(fields, "form")
        condition.path = conditions(fields, "path")
        condition.state = state(fields["state"])
        for (member, named) in zip(fields["headers"].map { Array($0.members) } ?? [], condition.headers)
        where !HeaderRules.isToken(named.name) {
            report(.badValue, at: member.nameRange, "\(named.name.quoted) is no name of a header")
        }
        condition.body = fields["body"].map { bodyConditions($0) } ?? []
        if let node = fields["connection"] {
            let names = Scenario.Condition.ConnectionUse.allCases.map(\.rawValue)
            condition.connection = choice(node, "\"connection\"", names, see: "when")
                .flatMap { Scenario.Condition.ConnectionUse(rawValue: $0) }
        }
        condition.all = fields["all"].map { compound($0, in: "\"all\"") } ?? []
        condition.any = fields["any"].map { compound($0, in: "\"any\"") } ?? []
        condition.not = fields["not"].map { compound($0, in: "\"not\"") } ?? []
        return condition
    }

    /// Conditions inside of one: a list of them, or one alone.
    private mutating func compound(_ node: JSONDocument.Node, in what: String) -> [Scenario.Condition] {
        if node.kind == .object { return condition(node).map { [$0] } ?? [] }
        guard node.kind == .array else {
            wrongType(node, expected: "a list of conditions", in: what, hint: #"write [{ "query": { "q": "1" } }]"#)
            return []
        }
        var conditions: [Scenario.Condition] = []
        for element in node.elements {
            if let condition = condition(element) { conditions.append(condition) }
        }
        guard !node.elements.contains(where: { _ in true }) else { return conditions }
        report(.badValue, at: node.range, "\(what) is empty and so says nothing", hint: "remove it", see: "when")
        return conditions
    }

    /// The state by its name, or conditions on variables.
    private mutating func state(_ node: JSONDocument.Node?) -> [Scenario.Condition.Named] {
        guard let node else { return [] }
        guard node.kind == .string else { return conditions(node, in: "\"state\"") }
        return node.string.map { [Scenario.Condition.Named("state", .equals($0))] } ?? []
    }

    private mutating func conditions(_ fields: Fields, _ name: String) -> [Scenario.Condition.Named] {
        fields[name].map { conditions($0, in: name.quoted) } ?? []
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
    mutating func value(_ node: JSONDocument.Node, in what: String) -> Scenario.Condition.Value? {
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
