import Rehearsal

/// The state that a run takes over from the run that it continues: variables, policies, the sequences of endpoints and
/// the numbers of fault selections.
struct ContinuedState: Sendable {
    /// The run that is continued.
    let previous: ScenarioRun
    /// The name of the change in the journal.
    let label: String
    /// The ranks of endpoints in the previous scenario, by their ranks in the changed one.
    private let previousRanks: [Int: Int]

    /// - Parameter endpoints: the source indices of endpoints in the previous scenario, by their source indices in the
    ///   changed one.
    init(of previous: ScenarioRun, in changed: CompiledScenario, as label: String, continuing endpoints: [Int: Int]) {
        (self.previous, self.label) = (previous, label)
        let ranks = Dictionary(
            uniqueKeysWithValues: previous.compiled.endpoints.enumerated().map { ($1.sourceIndex, $0) }
        )
        var previousRanks: [Int: Int] = [:]
        for (rank, endpoint) in changed.endpoints.enumerated() {
            previousRanks[rank] = endpoints[endpoint.sourceIndex].flatMap { ranks[$0] }
        }
        self.previousRanks = previousRanks
    }

    /// Copies the state of the previous run to the run that continues it. The caller must hold the lock.
    func copy(to run: ScenarioRun) {
        let history = previous.history ?? RunHistory(beginningWith: previous)
        history.append(run, continuing: previousRanks, of: previous)
        let map = EndpointMap(from: previous, to: run)
        run.state.pointee = ScenarioState(
            run.compiled,
            seed: run.seed,
            continuing: previous.state.pointee,
            of: previous.compiled,
            ranks: map.ranks
        )
        run.draws.takeOver(previous.draws) { map.index(of: $0) }
    }
}

/// The runs that continue each other. Each endpoint has an identity, which is the same in all of them.
///
/// The methods and properties are used with the lock held.
final class RunHistory {
    /// The run that decides new requests; nil once the session plays another scenario. It refers to this object, so the
    /// session sets it to nil at its end.
    var latest: ScenarioRun?
    /// The number of identities.
    private var count: Int

    fileprivate init(beginningWith run: ScenarioRun) {
        count = run.compiled.endpoints.count
        run.history = self
        run.identities = Array(0..<count)
    }

    fileprivate func append(_ run: ScenarioRun, continuing previousRanks: [Int: Int], of previous: ScenarioRun) {
        run.identities = run.compiled.endpoints.indices.map { rank in
            if let previousRank = previousRanks[rank] { return previous.identities[previousRank] }
            count += 1
            return count - 1
        }
        run.history = self
        latest = run
    }
}

/// The ranks of the endpoints of one run in another run of the same history.
private struct EndpointMap {
    /// The ranks in the second run, by the ranks in the first one.
    let ranks: [Int: Int]
    private let endpointCounts: (first: Int, second: Int)

    init(from first: ScenarioRun, to second: ScenarioRun) {
        let rankByIdentity = Dictionary(uniqueKeysWithValues: second.identities.enumerated().map { ($1, $0) })
        var ranks: [Int: Int] = [:]
        for (rank, identity) in first.identities.enumerated() { ranks[rank] = rankByIdentity[identity] }
        self.ranks = ranks
        endpointCounts = (first.identities.count, second.identities.count)
    }

    /// Returns the index of an endpoint or a policy in the second run; nil if it has none.
    func index(of index: Int) -> Int? {
        // The indices of policies follow those of endpoints.
        index < endpointCounts.first ? ranks[index] : index - endpointCounts.first + endpointCounts.second
    }
}

/// The exchange of states between two runs of the same history.
struct StateLoan {
    private let (borrower, owner): (ScenarioRun, ScenarioRun)
    private let (toOwner, toBorrower): (EndpointMap, EndpointMap)

    /// - Parameters:
    ///   - borrower: the run that decides a request.
    ///   - owner: the run whose state is current.
    init(to borrower: ScenarioRun, of owner: ScenarioRun) {
        (self.borrower, self.owner) = (borrower, owner)
        (toOwner, toBorrower) = (EndpointMap(from: borrower, to: owner), EndpointMap(from: owner, to: borrower))
    }

    /// Copies the current state to the run that decides.
    func begin() { copy(from: owner, to: borrower, toBorrower) }

    /// Copies the changed state back.
    func end() { copy(from: borrower, to: owner, toOwner) }

    private func copy(from source: ScenarioRun, to target: ScenarioRun, _ map: EndpointMap) {
        target.state.pointee.takeOver(source.state.pointee, ranks: map.ranks)
        target.draws.takeOver(source.draws) { map.index(of: $0) }
    }
}
