import Rehearsal

extension Scenario.Condition {
    /// The conditions on variables that must hold, without those under `any` and `not`.
    var requiredStates: [Named] { state + all.flatMap(\.requiredStates) }

    /// Whether some request certainly satisfies both conditions; false if this check cannot decide.
    func certainlyOverlaps(with other: Scenario.Condition) -> Bool {
        guard hasOnlyComponents, other.hasOnlyComponents, self != other else { return false }
        // A condition on the header Cookie may exclude a condition on one of its cookies.
        if hasCookieHeader && !other.cookies.isEmpty || other.hasCookieHeader && !cookies.isEmpty { return false }
        return Component.allCases.allSatisfy { part in
            let names = Set(conditions(on: part).map { $0.name.lowercased() })
            return other.conditions(on: part).allSatisfy { !names.contains($0.name.lowercased()) }
        }
    }

    /// The lowercased names in the condition, for each component; nil if the condition has other criteria.
    var simpleNames: [Set<String>]? {
        guard hasOnlyComponents else { return nil }
        return Component.allCases.map { part in Set(conditions(on: part).map { $0.name.lowercased() }) }
    }

    private var hasCookieHeader: Bool { headers.contains { $0.name.lowercased() == "cookie" } }

    /// Whether the condition applies only to query parameters, headers and cookies.
    private var hasOnlyComponents: Bool {
        url == nil && exactQuery == nil && body.isEmpty && form.isEmpty && path.isEmpty && state.isEmpty
            && connection == nil
            && all.isEmpty && any.isEmpty && not.isEmpty
    }

    /// Whether certainly no request satisfies both conditions; false if this check cannot decide.
    func certainlyExcludes(_ other: Scenario.Condition?) -> Bool {
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
