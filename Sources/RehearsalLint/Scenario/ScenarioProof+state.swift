import Rehearsal
import RehearsalDocuments

extension ScenarioProof {
    /// Tells conditions on a state that never is, and replies that a change of state keeps from being given.
    mutating func tellStates() {
        let values = ReachableValues(scenario)
        for (offset, node) in nodes.enumerated() {
            let endpoint = scenario.endpoints[subject.firstEndpoint + offset]
            if let condition = node["when"], let when = endpoint.when { tellStates(condition, when, values) }
            guard let last = values.lastReply(of: endpoint), let replies = node["replies"].map({ Array($0.elements) }),
                replies.indices.contains(last + 1)
            else { continue }
            let message = """
                this reply is never given: the one before it changes the state that this endpoint's condition asks \
                for, and nothing changes it back
                """
            let hint = "move it to an endpoint for the new state, or let a reply set the old one again"
            tell(.unreachableReply, at: replies[last + 1].range.prefix(1), message, hint: hint, see: "when")
        }
    }

    private mutating func tellStates(
        _ node: JSONDocument.Node,
        _ condition: Scenario.Condition,
        _ values: ReachableValues,
    ) {
        if let state = node["state"] {
            let members = state.kind == .object ? Array(state.members) : []
            for (index, named) in condition.state.enumerated() where !values.canHold(named) {
                let member = members.indices.contains(index) ? members[index] : nil
                tellUnreachable(named, at: member?.nameRange ?? state.range, values)
            }
        }
        // What must not hold is no mistake if it never does.
        for (name, parts) in [("all", condition.all), ("any", condition.any)] {
            guard let part = node[name] else { continue }
            let nodes = part.kind == .array ? Array(part.elements) : [part]
            for (node, condition) in zip(nodes, parts) { tellStates(node, condition, values) }
        }
    }

    private mutating func tellUnreachable(
        _ named: Scenario.Condition.Named,
        at range: Range<Int>,
        _ values: ReachableValues,
    ) {
        let isState = named.name == "state"
        let what = isState ? "the state" : "the variable \(named.name.quoted)"
        let message = "this never holds: \(what) is never so, neither at the beginning nor by a \"then\""
        let hint =
            isState
            ? #"write "then": { "state": … } on the reply that leads here, or "state" at the top"#
            : #"write "then": { "set": { … } } on the reply that leads here, or "state" at the top"#
        var meant: String?
        if case .equals(let text) = named.value {
            meant = NearestName.hint(for: text, in: values.texts(of: named.name))
        }
        tell(.unreachableState, at: range, message, hint: meant ?? hint, see: "then")
    }

    /// Tells templates that are filled in from a variable which nothing sets.
    mutating func tellUnset() {
        let names = ReachableValues(scenario).names
        for use in subject.variables where !names.contains(use.name) {
            let message = "this is never filled in: nothing sets the variable \(use.name.quoted)"
            let hint =
                NearestName.hint(for: use.name, in: names.sorted())
                ?? #"write "then": { "set": { … } } on the reply that comes before, or "state" at the top"#
            tell(.unsetVariable, at: use.range, message, hint: hint, see: "template")
        }
    }

    /// Tells variables that are set and that no condition asks for.
    mutating func tellUnused() {
        var asked = Set(scenario.endpoints.flatMap { $0.when?.stateNames.map(\.name) ?? [] })
        for expectation in scenario.expect {
            if case .requests(let query, _) = expectation.subject {
                asked.formUnion(query.condition?.stateNames.map(\.name) ?? [])
            }
        }
        for (name, range) in assignments where asked.insert(name).inserted && !isNamedElsewhere(name) {
            let what = name == "state" ? "the state is" : "the variable \(name.quoted) is"
            let message = "\(what) set, and no condition asks for it"
            let hint = #"write "when": { "state": … } where it matters, or remove it"#
            tell(.unusedState, at: range, message, hint: hint, see: "then", severity: .note)
        }
    }

    /// What is filled in from a variable names it so.
    private func isNamedElsewhere(_ name: String) -> Bool {
        let text = Array("state.\(name)".utf8)
        return ([source.bytes] + subject.others).contains { document in
            document.withUnsafeBufferPointer { bytes in
                guard bytes.count >= text.count else { return false }
                return (0...(bytes.count - text.count)).contains {
                    bytes[$0] == text[0] && bytes[$0...].starts(with: text)
                }
            }
        }
    }

    /// The variables that the document sets, and where.
    private var assignments: [(name: String, range: Range<Int>)] {
        var found: [(String, Range<Int>)] = []
        if let state = subject.root["state"] {
            found += state.kind == .object ? state.members.map { ($0.name, $0.nameRange) } : [("state", state.range)]
        }
        for node in nodes {
            let replies = node["replies"].map { Array($0.elements) } ?? []
            for change in [node["then"]] + replies.map({ $0["then"] }) {
                found += change.map(Self.assignments) ?? []
            }
        }
        return found
    }

    private static func assignments(_ change: JSONDocument.Node) -> [(String, Range<Int>)] {
        var found: [(String, Range<Int>)] = []
        for member in change.members {
            switch (member.name, member.value.kind) {
            case ("state", _): found.append(("state", member.nameRange))
            case ("set", _), ("capture", _), ("increment", .object):
                found += member.value.members.map { ($0.name, $0.nameRange) }
            case ("increment", .string): found.append((member.value.string ?? "", member.value.range))
            case ("increment", _): found += member.value.elements.map { ($0.string ?? "", $0.range) }
            default: break
            }
        }
        return found
    }
}
