import Rehearsal

/// The state that a run takes over from the run that it continues: variables, policies, and the sequences of endpoints.
///
/// An endpoint that counts by key, and the selections of faults by number, begin again.
struct ContinuedState: Sendable {
    /// The name of the change in the journal.
    let label: String
    /// The source indices of endpoints in the previous scenario, by their source indices in the changed one.
    let endpoints: [Int: Int]

    /// Copies the state of a run to the run that continues it. The caller must hold the lock.
    func copy(from previous: ScenarioRun, to run: ScenarioRun) {
        let compiled = run.compiled
        let old = previous.state.pointee
        let variables = old.variables.map { JSON.Member($0.key, $0.value) }
        var state = ScenarioState(compiled, seed: run.seed, changed: variables)
        if let policyState = old.policyState, compiled.policies != nil { state.policyState = policyState }
        var ranks: [Int: Int] = [:]
        for (rank, endpoint) in previous.compiled.endpoints.enumerated() { ranks[endpoint.sourceIndex] = rank }
        for (rank, endpoint) in compiled.endpoints.enumerated() {
            guard let oldRank = endpoints[endpoint.sourceIndex].flatMap({ ranks[$0] }) else { continue }
            for _ in 0..<old.answeredCounts[oldRank] { _ = state.advance(of: rank, in: compiled) }
        }
        run.state.pointee = state
    }
}
