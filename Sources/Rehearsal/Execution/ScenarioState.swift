/// The mutable state of a running scenario. Callers must hold the lock that protects it.
package struct ScenarioState: Sendable {
    /// The number of requests that each endpoint has answered, by rank.
    ///
    /// For an endpoint that counts by key, it is the highest count of a key.
    package private(set) var answeredCounts: [Int]
    /// The number of requests by endpoint and key.
    private var keyed: [Key: Int] = [:]
    /// The variables by name.
    package private(set) var variables: [String: JSON] = [:]
    /// The state of policies; nil if there are none.
    package var policyState: PolicyState?

    private struct Key: Hashable {
        let endpoint: Int
        let value: [UInt8]
    }

    /// - Parameters:
    ///   - seed: the seed for the random values of policies.
    ///   - changed: variables that replace the initial ones.
    package init(_ compiledScenario: CompiledScenario, seed: UInt64 = 0, changed: [JSON.Member] = []) {
        policyState = compiledScenario.policies.map { PolicyState($0, seed: seed) }
        answeredCounts = [Int](repeating: 0, count: compiledScenario.endpoints.count)
        for member in compiledScenario.initialVariables + changed { variables[member.name] = member.value }
    }

    /// Creates the state of a scenario that continues another one, whose policies it has.
    ///
    /// A variable that only the continuing scenario declares begins with its initial value.
    ///
    /// - Parameter ranks: the ranks of endpoints in the continuing scenario, by their ranks in the previous one.
    package init(
        _ compiledScenario: CompiledScenario,
        seed: UInt64,
        continuing previous: ScenarioState,
        of previousScenario: CompiledScenario,
        ranks: [Int: Int],
    ) {
        self.init(compiledScenario, seed: seed)
        takeOver(previous, ranks: ranks)
        // A request may have removed a variable that the previous scenario declares, so it does not return.
        let known = Set(previousScenario.initialVariables.map(\.name))
        for member in compiledScenario.initialVariables where !known.contains(member.name) {
            variables[member.name] = variables[member.name] ?? member.value
        }
    }

    /// Replaces the variables, the state of policies and the counts of endpoints by those of another state.
    ///
    /// - Parameter ranks: the ranks of endpoints in this state, by their ranks in the other one. The counts of other
    ///   endpoints do not change.
    package mutating func takeOver(_ other: ScenarioState, ranks: [Int: Int]) {
        variables = other.variables
        if policyState != nil, let state = other.policyState { policyState = state }
        for (rank, ownRank) in ranks { answeredCounts[ownRank] = other.answeredCounts[rank] }
        for (key, count) in other.keyed {
            guard let ownRank = ranks[key.endpoint] else { continue }
            keyed[Key(endpoint: ownRank, value: key.value)] = count
        }
    }

    /// Returns the index of the endpoint's next reply, without advancing its sequence.
    package func nextReply(of endpoint: Int, in compiledScenario: CompiledScenario) -> Int? {
        compiledScenario.reply(of: endpoint, forRequestIndex: answeredCounts[endpoint])
    }

    /// Counts a request that the endpoint answers, which advances its sequence.
    package mutating func count(_ endpoint: Int) { answeredCounts[endpoint] &+= 1 }

    /// Advances the endpoint's sequence, and returns the index of the reply; nil if the sequence is exhausted.
    package mutating func advance(of endpoint: Int, in compiledScenario: CompiledScenario) -> Int? {
        let turn = answeredCounts[endpoint]
        answeredCounts[endpoint] = turn &+ 1
        return compiledScenario.reply(of: endpoint, forRequestIndex: turn)
    }
}

extension ScenarioState {
    /// The endpoint that answers a request, with its reply.
    package struct SelectedReply: Sendable {
        package let endpoint: Int
        /// The index of the reply; nil if the sequence is exhausted.
        package let reply: Int?
        /// The number of earlier requests in the same counting scope.
        package let requestIndex: Int
        /// The overlays that apply to the reply, in order of precedence.
        package let overlays: [Int]
        /// Whether the request is counted but the change of its reply is not applied.
        package var skipsChange = false
        /// The preferences by which the request selected a named reply, which does not advance the sequence.
        package var preference: ReplyPreference?
        fileprivate let key: [UInt8]?
        /// A hash of the counting key, so that each key has its own random values; 0 for an endpoint without keys.
        package var keyID: UInt64 { key.map { StableHash.of($0) } ?? 0 }
    }

    /// The endpoint that answers, and the overlays that apply if a policy answers in its place.
    package struct EndpointSelection {
        /// The endpoint that answers; nil for none.
        package var chosen: SelectedReply?
        /// The overlays for a policy that answers, in order of precedence.
        package var overlays: [Int] = []
    }

    /// Returns the endpoint that answers in the current state, without counting the request; nil for none.
    package func select(_ choice: CompiledScenario.CandidateSet, in compiledScenario: CompiledScenario)
        -> SelectedReply?
    {
        selectWithOverlays(choice, in: compiledScenario).chosen
    }

    /// Returns the endpoint that answers in the current state, and the overlays for a policy. The request is not
    /// counted.
    ///
    /// A policy that answers takes precedence over noise, and over a sequence whose `afterLast` is `next`.
    package func selectWithOverlays(_ choice: CompiledScenario.CandidateSet, in compiledScenario: CompiledScenario)
        -> EndpointSelection
    {
        let hasPolicy = choice.policies?.hasOwnReply ?? false
        return selectWithOverlays(choice.candidates, choice.request, beforePolicy: hasPolicy, in: compiledScenario)
    }

    /// Returns the endpoint that would answer a GET of the same target; nil for none.
    package func selectForGet(_ choice: CompiledScenario.CandidateSet, in compiledScenario: CompiledScenario)
        -> SelectedReply?
    {
        selectWithOverlays(choice.getCandidates, choice.request, beforePolicy: false, in: compiledScenario).chosen
    }

    private func selectWithOverlays(
        _ candidates: [Int32],
        _ request: ObservedRequest,
        beforePolicy hasPolicy: Bool,
        in compiledScenario: CompiledScenario,
    ) -> EndpointSelection {
        var overlays: [Int] = []
        var exhausted: SelectedReply?
        for candidate in candidates.lazy.map({ Int($0) }) {
            let endpoint = compiledScenario.endpoints[candidate]
            if hasPolicy, endpoint.isNoise { break }
            if let when = endpoint.when, when.needsState, !holds(when, for: request, endpoint) { continue }
            if endpoint.overlay != nil {
                overlays.append(candidate)
                continue
            }
            let key = request.countingKey(per: endpoint.per, endpoint.segments)
            let turn = key.map { keyed[Key(endpoint: candidate, value: $0), default: 0] } ?? answeredCounts[candidate]
            let reply = endpoint.sequence.reply(forRequestIndex: turn)
            let selection = endpoint.selection(by: request, insteadOf: reply)
            var chosen = SelectedReply(
                endpoint: candidate,
                reply: selection?.index ?? reply,
                requestIndex: turn,
                overlays: overlays,
                key: key
            )
            chosen.preference = selection?.applied
            if chosen.reply != nil || !endpoint.sequence.yieldsAfterLast {
                return EndpointSelection(chosen: chosen, overlays: overlays)
            }
            exhausted = exhausted ?? chosen
        }
        return EndpointSelection(chosen: hasPolicy ? nil : exhausted, overlays: overlays)
    }

    private func holds(
        _ condition: Scenario.Condition,
        for request: ObservedRequest,
        _ endpoint: CompiledEndpoint,
    ) -> Bool {
        let context = Scenario.Condition.MatchContext(
            body: request.body,
            segments: endpoint.segments,
            isReused: request.isReused,
            variables: variables
        )
        return request.withHeadBytes { !condition.evaluate(for: request.head, in: $0, context).isFailure }
    }

    /// Counts the request and applies the change of its reply.
    ///
    /// - Parameter context: returns the input of templates. It is called only if the change has templates.
    package mutating func commit(
        _ chosen: SelectedReply,
        for request: ObservedRequest,
        in compiledScenario: CompiledScenario,
        _ context: () -> Template.Context,
    ) {
        let count = chosen.requestIndex &+ (chosen.preference == nil ? 1 : 0)
        if let value = chosen.key {
            keyed[Key(endpoint: chosen.endpoint, value: value)] = count
            answeredCounts[chosen.endpoint] = max(answeredCounts[chosen.endpoint], count)
        } else {
            answeredCounts[chosen.endpoint] = count
        }
        guard let reply = chosen.reply, !chosen.skipsChange else { return }
        let change = compiledScenario.endpoints[chosen.endpoint].changes[reply]
        if !change.isEmpty { change.apply(to: &variables, request, context) }
    }
}
