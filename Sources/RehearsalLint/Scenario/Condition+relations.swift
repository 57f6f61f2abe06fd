import Rehearsal

extension Scenario.Condition {
    /// The variables that must be as they are asked to be for the condition to hold.
    var askedStates: [Named] { state + all.flatMap(\.askedStates) }

    /// Whether there is certainly a request that both hold for; what is not seen at a glance is not certain.
    func surelyHoldsTogether(with other: Scenario.Condition) -> Bool {
        guard isPlain, other.isPlain, self != other else { return false }
        // A cookie is part of a header.
        if namesCookie && !other.cookies.isEmpty || other.namesCookie && !cookies.isEmpty { return false }
        return Part.allCases.allSatisfy { part in
            let names = Set(conditions(on: part).map { $0.name.lowercased() })
            return other.conditions(on: part).allSatisfy { !names.contains($0.name.lowercased()) }
        }
    }

    /// The names that it asks for, part by part; nil if it asks for more than that.
    var plainNames: [Set<String>]? {
        guard isPlain else { return nil }
        return Part.allCases.map { part in Set(conditions(on: part).map { $0.name.lowercased() }) }
    }

    private var namesCookie: Bool { headers.contains { $0.name.lowercased() == "cookie" } }

    /// Whether it only asks for names of the query, headers and cookies.
    private var isPlain: Bool {
        url == nil && exactQuery == nil && body.isEmpty && form.isEmpty && path.isEmpty && state.isEmpty
            && connection == nil
            && all.isEmpty && any.isEmpty && not.isEmpty
    }

    /// Whether it certainly holds for no request that the other holds for; what is not seen at a glance is not certain.
    func surelyExcludes(_ other: Scenario.Condition?) -> Bool {
        guard let other else { return false }
        if case .equals(let one)? = url, case .equals(let two)? = other.url, one != two { return true }
        return state.contains { named in
            guard case .equals(let one) = named.value else { return false }
            return other.state.contains { $0.name == named.name && $0.value.isEqual(toOtherThan: one) }
        }
    }
}

extension Scenario.Condition.Value {
    fileprivate func isEqual(toOtherThan text: String) -> Bool {
        if case .equals(let other) = self { other != text } else { false }
    }
}
