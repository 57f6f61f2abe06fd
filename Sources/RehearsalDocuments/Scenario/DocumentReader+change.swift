import Rehearsal

extension DocumentReader {
    /// What stands under `then`.
    mutating func change(_ node: JSONDocument.Node?) -> Scenario.Change {
        var change = Scenario.Change()
        guard let node, let fields = fields(of: node, .change) else { return change }
        if let state = string(fields["state"], in: "\"state\"") { change.set.append(.init("state", .string(state))) }
        change.set += variables(fields["set"], in: "\"set\"")
        if let set = fields["set"] { checkTemplates(set) }
        change.increment = fields["increment"].map { increments($0) } ?? []
        change.remove = fields["remove"].map { names($0, in: "\"remove\"") } ?? []
        change.capture = fields["capture"].map { captures($0) } ?? []
        return change
    }

    /// Values by the names of variables.
    mutating func variables(_ node: JSONDocument.Node?, in what: String) -> [JSON.Member] {
        guard let node, expect(node, .object, in: what) else { return [] }
        return named(node, in: what).map { JSON.Member($0.name, $0.value.value) }
    }

    /// The state that a scenario begins in, or its variables.
    mutating func initialState(_ node: JSONDocument.Node) -> [JSON.Member] {
        if node.kind == .string { return [JSON.Member("state", node.value)] }
        return variables(node, in: "\"state\"")
    }

    /// A name, a list of names, or amounts by name.
    private mutating func increments(_ node: JSONDocument.Node) -> [Scenario.Change.Increment] {
        guard node.kind == .object else { return names(node, in: "\"increment\"").map { .init($0) } }
        var increments: [Scenario.Change.Increment] = []
        for member in named(node, in: "\"increment\"") {
            guard let amount = integer(member.value, in: member.name.quoted, Int.min...Int.max) else { continue }
            increments.append(.init(member.name, by: amount))
        }
        return increments
    }

    private mutating func names(_ node: JSONDocument.Node, in what: String) -> [String] {
        let nodes = node.kind == .array ? Array(node.elements) : [node]
        return nodes.compactMap { string($0, in: what) }
    }

    private mutating func captures(_ node: JSONDocument.Node) -> [Scenario.Change.Capture] {
        guard expect(node, .object, in: "\"capture\"") else { return [] }
        var captures: [Scenario.Change.Capture] = []
        for member in named(node, in: "\"capture\"") {
            guard let text = string(member.value, in: member.name.quoted),
                let pointer = pointer(text, at: member.value.range)
            else { continue }
            captures.append(.init(member.name, at: pointer))
        }
        return captures
    }
}
