package import RehearsalContracts

extension ClauseResult {
    /// Whether the clause is inconclusive because this machine was too busy in every run.
    ///
    /// It is false for other inconclusive results and for failures, which a test must not ignore.
    package var isStarved: Bool {
        guard case .inconclusive = verdict else { return false }
        return rerun == .machineBusy
    }

    /// Whether the clause passed, or this machine was too busy for a verdict.
    package var isPassOrStarved: Bool { verdict == .pass || isStarved }
}
