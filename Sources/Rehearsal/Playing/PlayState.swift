/// The mutable state of a running scenario; the caller holds the lock that protects it.
package struct PlayState: Sendable {
    /// The number of requests that each endpoint has answered, by rank; for keyed counting, the maximum of a key.
    package private(set) var turns: [Int]
    /// The number of requests by endpoint and key.
    private var keyed: [Key: Int] = [:]
    /// The variables by name.
    package private(set) var variables: [String: JSON] = [:]
    /// The state of policies; nil if there are none.
    package var books: PolicyBooks?

    private struct Key: Hashable {
        let endpoint: Int
        let value: [UInt8]
    }

    /// - Parameters:
    /// - seed: the seed for the random draws of policies.
    /// - changed: variables that replace the initial ones.
    package init(_ playbook: Playbook, seed: UInt64 = 0, changed: [JSON.Member] = []) {
        books = playbook.policies.map { PolicyBooks($0, seed: seed) }
        turns = [Int](repeating: 0, count: playbook.endpoints.count)
        for member in playbook.state + changed { variables[member.name] = member.value }
    }

    /// Returns the index of the endpoint's next reply, without advancing its sequence.
    package func nextTurn(of endpoint: Int, in playbook: Playbook) -> Int? {
        playbook.gists[endpoint].hasOneAnswer
            ? 0 : playbook.endpoints[endpoint].sequence.reply(forTurn: turns[endpoint])
    }

    /// Advances the endpoint's sequence and returns the index of the reply; nil if it has none left.
    package mutating func takeTurn(of endpoint: Int, in playbook: Playbook) -> Int? {
        let turn = turns[endpoint]
        turns[endpoint] = turn &+ 1
        return playbook.gists[endpoint].hasOneAnswer
            ? 0 : playbook.endpoints[endpoint].sequence.reply(forTurn: turn)
    }
}

extension PlayState {
    /// The endpoint that answers a request, with its reply.
    package struct Chosen: Sendable {
        package let endpoint: Int
        /// The index of the reply; nil if it has none left.
        package let reply: Int?
        /// The number of earlier requests in the same counting scope.
        package let turn: Int
        /// The overlays that apply to the reply, in order of precedence.
        package let overlays: [Int]
        /// Whether the request counts but changes no variable.
        package var isRefused = false
        fileprivate let key: [UInt8]?
        /// A hash of the counting key, which separates random draws; 0 if all requests share one sequence.
        package var keyID: UInt64 { key.map { StableHash.of($0) } ?? 0 }
    }

    /// The endpoint that answers, and the overlays for policies that may answer instead.
    package struct Survey {
        /// The endpoint that answers; nil for none.
        package var chosen: Chosen?
        /// The overlays for a policy that answers, in order of precedence.
        package var overlays: [Int] = []
    }

    /// Returns the endpoint that answers in the current state, without counting the request; nil for none.
    package func choose(_ choice: Playbook.Choice, in playbook: Playbook) -> Chosen? {
        survey(choice, in: playbook).chosen
    }

    /// Returns the endpoint that answers in the current state, and the overlays for a policy; counts no request.
    ///
    /// A policy that answers takes precedence over noise, and over a sequence whose `afterLast` is `next`.
    package func survey(_ choice: Playbook.Choice, in playbook: Playbook) -> Survey {
        let hasPolicy = choice.coverage?.answers ?? false
        return survey(choice.candidates, choice.request, beforePolicy: hasPolicy, in: playbook)
    }

    /// Returns the endpoint that would answer GET in place of a request with another method; nil for none.
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

    /// Counts the request and applies the change of its reply.
    ///
    /// - Parameter context: the input of templates in the change; evaluated only if there are any.
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
