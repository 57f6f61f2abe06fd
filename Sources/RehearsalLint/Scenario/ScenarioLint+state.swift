import Rehearsal
import RehearsalDocuments

extension ScenarioLint {
    /// Reports conditions on a state that never occurs, and replies that an earlier change of state makes unreachable.
    mutating func reportUnreachableStates() {
        let values = ReachableValues(scenario)
        for (offset, node) in nodes.enumerated() {
            let endpoint = scenario.endpoints[subject.firstEndpoint + offset]
            if let condition = node["when"], let when = endpoint.when { tellStates(condition, when, values) }
            guard let last = values.lastReply(of: endpoint), let replies = node["replies"].map({ Array($0.elements) }),
                replies.indices.contains(last + 1)
            else { continue }
            let message = """
                this reply is never sent: the previous reply changes the state that this endpoint's condition \
                requires, and no reply changes it back
                """
            let hint = "move it to an endpoint for the new state, or restore the old state in a reply"
            report(.unreachableReply, at: replies[last + 1].range.prefix(1), message, hint: hint, see: "when")
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
                reportUnreachableState(named, at: member?.nameRange ?? state.range, values)
            }
        }
        // `not` is skipped: a condition that never holds is not an error there.
        for (name, parts) in [("all", condition.all), ("any", condition.any)] {
            guard let part = node[name] else { continue }
            let nodes = part.kind == .array ? Array(part.elements) : [part]
            for (node, condition) in zip(nodes, parts) { tellStates(node, condition, values) }
        }
    }

    private mutating func reportUnreachableState(
        _ named: Scenario.Condition.Named,
        at range: Range<Int>,
        _ values: ReachableValues,
    ) {
        let isState = named.name == "state"
        let variable = isState ? "the state" : "the variable \(named.name.quoted)"
        let message = "this condition never holds: \(variable) has this value neither initially nor after a \"then\""
        let hint =
            isState
            ? #"set it with "then": { "state": … } in an earlier reply, or in "state" of the scenario"#
            : #"set it with "then": { "set": { … } } in an earlier reply, or in "state" of the scenario"#
        var suggestion: String?
        if case .equals(let text) = named.value {
            suggestion = NearestName.hint(for: text, in: values.texts(of: named.name))
        }
        report(.unreachableState, at: range, message, hint: suggestion ?? hint, see: "then")
    }

    /// Reports templates that use a variable which is never set.
    mutating func reportUnsetVariables() {
        let names = ReachableValues(scenario).names
        for use in subject.variables where !names.contains(use.name) {
            let message = "this template has no value: the variable \(use.name.quoted) is never set"
            let hint =
                NearestName.hint(for: use.name, in: names.sorted())
                ?? #"set it with "then": { "set": { … } } in an earlier reply, or in "state" of the scenario"#
            report(.unsetVariable, at: use.range, message, hint: hint, see: "template")
        }
    }

    /// Reports variables that are set but not used in any condition or template.
    mutating func reportUnusedVariables() {
        var usedNames = Set(scenario.endpoints.flatMap { $0.when?.allStateConditions.map(\.name) ?? [] })
        for expectation in scenario.expect {
            if case .requests(let query, _) = expectation.subject {
                usedNames.formUnion(query.condition?.allStateConditions.map(\.name) ?? [])
            }
        }
        for (name, range) in assignments where usedNames.insert(name).inserted && !isUsedInTemplate(name) {
            let subject = name == "state" ? "the state is" : "the variable \(name.quoted) is"
            let message = "\(subject) set but never used"
            let hint = #"use it in a condition, "when": { "state": … }, or do not set it"#
            report(.unusedState, at: range, message, hint: hint, see: "then", severity: .note)
        }
    }

    /// Whether a document contains the name as a template expression, `state.NAME`.
    private func isUsedInTemplate(_ name: String) -> Bool {
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

    /// The variables that the document sets, with their positions.
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
