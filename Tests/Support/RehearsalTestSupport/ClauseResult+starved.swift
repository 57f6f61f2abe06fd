package import RehearsalContracts

extension ClauseResult {
    /// Whether the clause is inconclusive because this machine was too busy in every run.
    ///
    /// A test may ignore such a result, but no other inconclusive result and no failure.
    package var isMachineBusy: Bool {
        guard case .inconclusive = verdict else { return false }
        return rerun == .machineBusy
    }

    /// Whether the clause passed, or this machine was too busy for a verdict.
    package var isPassOrMachineBusy: Bool { verdict == .pass || isMachineBusy }
}
