package import RehearsalContracts

extension ClauseResult {
    /// Whether the clause has no verdict because this machine was too busy in every run of it.
    ///
    /// A doubt for another reason, and a failure, are results that a test has to see.
    package var isUntoldByBusyMachine: Bool {
        guard case .inconclusive = verdict else { return false }
        return rerun == .starved
    }

    /// Whether the clause passed, or this machine was too busy to tell.
    package var isPassOrUntold: Bool { verdict == .pass || isUntoldByBusyMachine }
}
