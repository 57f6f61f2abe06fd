package import Rehearsal

/// The values that the variables of a scenario can have, if the scenario alone determines them.
package struct ReachableValues: Sendable {
    /// The initial values by variable name.
    private var initial: [String: [UInt8]] = [:]
    /// The values that changes assign, by variable name; the value nil means that a change removes the variable.
    private var assigned: [String: Set<[UInt8]?>] = [:]
    /// The variables that can have any value, because they are incremented, captured or set from a template.
    private var unrestricted: Set<String> = []
    /// Whether the server may send 304 or 412 in place of a reply, without applying the changes of that reply.
    private let mayChangeNothing: Bool

    package init(_ scenario: Scenario) {
        mayChangeNothing = scenario.endpoints.contains { endpoint in
            ([endpoint.overlay.headers] + endpoint.replies.map(\.headers)).contains { headers in
                headers.contains("ETag") || headers.contains("Last-Modified")
            }
        }
        for member in scenario.state { initial[member.name] = value(of: member) }
        for endpoint in scenario.endpoints {
            add(endpoint.then)
            for reply in endpoint.replies { add(reply.then) }
        }
    }

    private mutating func add(_ change: Scenario.Change) {
        for member in change.set { assigned[member.name, default: []].insert(value(of: member)) }
        for name in change.remove { assigned[name, default: []].insert(nil) }
        unrestricted.formUnion(change.increment.map(\.name) + change.capture.map(\.name))
    }

    private mutating func value(of member: JSON.Member) -> [UInt8] {
        // A template is rendered at run time, so its value is unknown.
        let text = member.value.plainText
        if Template.isTemplate(String(decoding: text, as: UTF8.self)) { unrestricted.insert(member.name) }
        return text
    }

    /// The variables that can exist.
    package var names: Set<String> {
        unrestricted.union(initial.keys).union(assigned.filter { $0.value.contains { $0 != nil } }.keys)
    }

    /// Whether a condition on a variable can ever hold.
    package func canHold(_ named: Scenario.Condition.Named) -> Bool {
        unrestricted.contains(named.name) || named.holds(for: initial[named.name]) || canHoldAgain(named)
    }

    /// Returns the values that a variable can have, as text.
    package func texts(of name: String) -> [String] {
        let all = Set([initial[name]].compactMap(\.self) + (assigned[name] ?? []).compactMap(\.self))
        return all.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    /// Whether a change can make the condition hold, independent of the current value.
    package func canHoldAgain(_ named: Scenario.Condition.Named) -> Bool {
        unrestricted.contains(named.name) || assigned[named.name]?.contains(where: named.holds(for:)) ?? false
    }

    /// Returns the reply after which the endpoint never answers again, because the reply makes its own condition fail;
    /// nil if there is none. The last reply does not count, because no reply follows it.
    package func lastReply(of endpoint: Scenario.Endpoint) -> Int? {
        guard !mayChangeNothing, let when = endpoint.when else { return nil }
        let requiredStates = when.requiredStates
        return endpoint.replies.indices.dropLast().first { index in
            requiredStates.contains { named in
                let set = endpoint.then.set + endpoint.replies[index].then.set
                guard let value = set.last(where: { $0.name == named.name })?.value.plainText else { return false }
                return !named.holds(for: value) && !canHoldAgain(named)
            }
        }
    }
}

extension Scenario.Condition.Named {
    fileprivate func holds(for value: [UInt8]?) -> Bool { self.value.holds(forAnyOf: value.map { [$0] } ?? []) }
}
