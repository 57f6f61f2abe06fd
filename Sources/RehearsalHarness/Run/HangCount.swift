import RehearsalContracts
import RehearsalPlatform

/// Counts the clauses of each rule in which the client did not return, so that a client without timeouts does not take
/// the time limit of a call in every one of them.
final class HangCount: Sendable {
    private let counts = Locked<[String: Int]>([:])
    /// The clauses of a rule in which a client may hang before the others of that rule are not tried.
    private static let most = 2

    /// Why a clause is not tried; nil if it is.
    func isReached(by clause: PlannedClause) -> String? {
        let count = counts.withLock { $0[clause.rule.id] ?? 0 }
        guard count >= Self.most else { return nil }
        return "not tried, as the client did not return in \(count) clauses of \(clause.rule.id)"
    }

    /// Counts a clause in which the client did not return; one that is run again does not count.
    func take(_ result: ClauseResult) {
        guard result.rerun == nil, result.outcomes.contains(.hang) else { return }
        counts.withLock { $0[result.rule, default: 0] += 1 }
    }
}

extension Exercise {
    /// Whether it is begun before another.
    ///
    /// Stalls come last, as a client without timeouts does not return from them. Of the others, what takes long comes
    /// first, so that nothing waits for it at the end.
    func comesBefore(_ other: Exercise) -> Bool {
        if stalls != other.stalls { return !stalls }
        return lasts > other.lasts
    }

    /// Whether an exchange in it stands still until the client gives up.
    private var stalls: Bool {
        scenario.endpoints.contains { endpoint in
            endpoint.replies.contains { $0.faults.contains { $0.effect.name == "stall" } }
        }
    }
}
