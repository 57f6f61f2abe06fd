package import Rehearsal

/// The values that the variables of a scenario can have at any moment, as far as the scenario says them all.
package struct ReachableValues: Sendable {
    /// Nil stands for a variable that is not there.
    private var initial: [String: [UInt8]] = [:]
    private var assigned: [String: Set<[UInt8]?>] = [:]
    /// Variables that can have any value: they are counted, or taken from requests.
    private var open: Set<String> = []
    /// Whether a request may be answered 412 or 304, which takes a turn and changes nothing.
    private let mayChangeNothing: Bool

    package init(_ scenario: Scenario) {
        mayChangeNothing = scenario.endpoints.contains { endpoint in
            ([endpoint.overlay.headers] + endpoint.replies.map(\.headers)).contains { headers in
                headers.names("ETag") || headers.names("Last-Modified")
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
        open.formUnion(change.increment.map(\.name) + change.capture.map(\.name))
    }

    private mutating func value(of member: JSON.Member) -> [UInt8] {
        // Braces stand for something that is filled in while the scenario plays.
        let text = member.value.plainText
        if Template.isTemplate(String(decoding: text, as: UTF8.self)) { open.insert(member.name) }
        return text
    }

    /// The variables that are there at some moment.
    package var names: Set<String> {
        open.union(initial.keys).union(assigned.filter { $0.value.contains { $0 != nil } }.keys)
    }

    /// Whether a condition on a variable holds at any moment.
    package func canHold(_ named: Scenario.Condition.Named) -> Bool {
        open.contains(named.name) || named.holds(for: initial[named.name]) || canHoldAgain(named)
    }

    /// The values that a variable has at some moment, as text.
    package func texts(of name: String) -> [String] {
        let all = Set([initial[name]].compactMap(\.self) + (assigned[name] ?? []).compactMap(\.self))
        return all.map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    /// Whether it can hold by what some reply changes, whatever held before.
    package func canHoldAgain(_ named: Scenario.Condition.Named) -> Bool {
        open.contains(named.name) || assigned[named.name]?.contains(where: named.holds(for:)) ?? false
    }

    /// The reply after which an endpoint never answers again, because it takes away what its own condition asks for;
    /// nil if there is none. The last reply is none: nothing comes after it.
    package func lastReply(of endpoint: Scenario.Endpoint) -> Int? {
        guard !mayChangeNothing, let when = endpoint.when else { return nil }
        let asked = when.askedStates
        return endpoint.replies.indices.dropLast().first { index in
            asked.contains { named in
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
