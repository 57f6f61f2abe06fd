import Rehearsal

/// What a template decides by the request: each combination becomes a reply of its own.
struct MockoonDecisions {
    private var made: [(condition: Scenario.Condition, holds: Bool)] = []

    private static let most = 5

    /// Whether a condition holds in the current combination.
    mutating func holds(_ condition: Scenario.Condition) throws(Untranslatable) -> Bool {
        if let known = made.first(where: { $0.condition == condition }) { return known.holds }
        guard made.count < Self.most else {
            throw Untranslatable("more than \(Self.most) conditions decide about one response")
        }
        made.append((condition, true))
        return true
    }

    /// The conditions that hold in the current combination.
    ///
    /// Combinations come in an order in which the first one whose conditions hold is the right one.
    var condition: Scenario.Condition {
        made.reduce(Scenario.Condition()) { $1.holds ? $0.and($1.condition) : $0 }
    }

    /// Goes to the next combination.
    ///
    /// - Returns: false after the last one.
    mutating func advance() -> Bool {
        while let last = made.popLast() {
            guard last.holds else { continue }
            made.append((last.condition, false))
            return true
        }
        return false
    }
}
