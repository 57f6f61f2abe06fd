/// What changes while a scenario plays. One owner, one lock: whoever calls holds it.
package struct PlayState: Sendable {
    /// How many requests each endpoint has answered, by rank; of those that count by a key, the most that one has.
    package private(set) var turns: [Int]
    /// How many requests of each key.
    private var keyed: [Key: Int] = [:]
    /// By name.
    package private(set) var variables: [String: JSON] = [:]
    /// What policies remember; nil if there are none.
    package var books: PolicyBooks?

    private struct Key: Hashable {
        let endpoint: Int
        let value: [UInt8]
    }

    /// - Parameters:
    ///   - seed: where what policies draw begins.
    ///   - changed: variables that differ from those that the scenario begins with.
    package init(_ playbook: Playbook, seed: UInt64 = 0, changed: [JSON.Member] = []) {
        books = playbook.policies.map { PolicyBooks($0, seed: seed) }
        turns = [Int](repeating: 0, count: playbook.endpoints.count)
        for member in playbook.state + changed { variables[member.name] = member.value }
    }

    /// The reply that the endpoint gives next, without taking its turn.
    package func nextTurn(of endpoint: Int, in playbook: Playbook) -> Int? {
        playbook.gists[endpoint].hasOneAnswer
            ? 0 : playbook.endpoints[endpoint].sequence.reply(forTurn: turns[endpoint])
    }

    /// Takes the endpoint's next turn: the reply that it gives now, or nil if it has none left.
    package mutating func takeTurn(of endpoint: Int, in playbook: Playbook) -> Int? {
        let turn = turns[endpoint]
        turns[endpoint] = turn &+ 1
        return playbook.gists[endpoint].hasOneAnswer
            ? 0 : playbook.endpoints[endpoint].sequence.reply(forTurn: turn)
    }
}

extension PlayState {
    /// Who answers a request, and with what.
    package struct Chosen: Sendable {
        package let endpoint: Int
        /// Which of its replies; nil if it has none left.
        package let reply: Int?
        /// How many requests it had answered, of those that it counts together.
        package let turn: Int
        /// The endpoints that lay something over the reply, the uppermost first.
        package let overlays: [Int]
        /// The turn is taken, and nothing changes.
        package var isRefused = false
        fileprivate let key: [UInt8]?
        /// What tells its draws from those for requests with another key; 0 if all are counted together.
        package var keyID: UInt64 { key.map { StableHash.of($0) } ?? 0 }
    }

    /// Who answers at this moment, and what lies over all that may answer below.
    package struct Survey {
        /// Nil if no endpoint answers.
        package var chosen: Chosen?
        /// The endpoints that lie over what else may answer, the uppermost first.
        package var overlays: [Int] = []
    }

    /// Who answers at this moment; no turn is taken. Nil if nobody does.
    package func choose(_ choice: Playbook.Choice, in playbook: Playbook) -> Chosen? {
        survey(choice, in: playbook).chosen
    }

    /// Who answers at this moment, with what lies over a policy that does; no turn is taken. A policy that answers
    /// comes before noise, and before a sequence that has stepped aside.
    package func survey(_ choice: Playbook.Choice, in playbook: Playbook) -> Survey {
        let hasPolicy = choice.coverage?.answers ?? false
        return survey(choice.candidates, choice.request, beforePolicy: hasPolicy, in: playbook)
    }

    /// Who would answer GET in the place of a request that changes something; nil if nobody would.
    package func chooseReader(_ choice: Playbook.Choice, in playbook: Playbook) -> Chosen? {
        survey(choice.readers, choice.request, beforePolicy: false, in: playbook).chosen
    }

    private func survey(
        _ candidates: [Int32],
        _ request: ObservedRequest,
        beforePolicy hasPolicy: Bool,
        in playbook: Playbook,
    ) -> Survey {
        var overlays: [Int] = []
        var exhausted: Chosen?
        for candidate in candidates.lazy.map({ Int($0) }) {
            let endpoint = playbook.endpoints[candidate]
            if hasPolicy, endpoint.isNoise { break }
            if let when = endpoint.when, when.asksForState, !holds(when, for: request, endpoint) { continue }
            if endpoint.overlay != nil {
                overlays.append(candidate)
                continue
            }
            let key = request.key(per: endpoint.per, endpoint.segments)
            let turn = key.map { keyed[Key(endpoint: candidate, value: $0), default: 0] } ?? turns[candidate]
            let reply = endpoint.sequence.reply(forTurn: turn)
            let chosen = Chosen(endpoint: candidate, reply: reply, turn: turn, overlays: overlays, key: key)
            if reply != nil || !endpoint.sequence.stepsAside { return Survey(chosen: chosen, overlays: overlays) }
            exhausted = exhausted ?? chosen
        }
        return Survey(chosen: hasPolicy ? nil : exhausted, overlays: overlays)
    }

    private func holds(
        _ condition: Scenario.Condition,
        for request: ObservedRequest,
        _ endpoint: CompiledEndpoint,
    ) -> Bool {
        let facts = Scenario.Condition.Facts(
            body: request.body,
            segments: endpoint.segments,
            isReused: request.isReused,
            variables: variables
        )
        return request.asking { !condition.outcome(for: request.head, in: $0, facts).isFailure }
    }

    /// Takes the turn that was chosen, and changes what its reply changes.
    ///
    /// - Parameter context: what templates in the change ask of this request; made only if there are any.
    package mutating func take(
        _ chosen: Chosen,
        for request: ObservedRequest,
        in playbook: Playbook,
        _ context: () -> Template.Context,
    ) {
        let count = chosen.turn &+ 1
        if let value = chosen.key {
            keyed[Key(endpoint: chosen.endpoint, value: value)] = count
            turns[chosen.endpoint] = max(turns[chosen.endpoint], count)
        } else {
            turns[chosen.endpoint] = count
        }
        guard let reply = chosen.reply, !chosen.isRefused else { return }
        let change = playbook.endpoints[chosen.endpoint].changes[reply]
        if !change.isEmpty { change.apply(to: &variables, request, context) }
    }
}
