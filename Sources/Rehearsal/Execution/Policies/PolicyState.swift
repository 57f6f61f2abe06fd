/// The policy state of a session. Callers must hold the lock that protects it.
package struct PolicyState: Sendable {
    private let policies: Policies
    private var bearer: BearerTokenState?
    private var quotas: QuotaStates
    private var idempotency: [IdempotencyState]
    private var resources: [ResourceState]

    init(_ policies: Policies, seed: UInt64) {
        self.policies = policies
        bearer = policies.bearer.map { BearerTokenState($0, seed: seed) }
        quotas = QuotaStates(policies.quotas)
        idempotency = policies.idempotency.enumerated().map { index, policy in
            IdempotencyState(policy, index: index, label: policies.firstIdempotencyIndex + index)
        }
        resources = policies.resources.map { ResourceState($0, seed: seed) }
    }

    /// Returns the items of a resource in the order in which they were added, and the number of all items.
    ///
    /// - Parameters:
    ///   - path: the path of the resource.
    ///   - limit: the maximum number of items to return.
    /// - Returns: nil if the scenario has no such resource.
    package func items(of path: String, limit: Int) -> (items: [JSON], total: Int)? {
        guard let state = resources.first(where: { $0.resource.path.text == path }) else { return nil }
        return (state.order.prefix(limit).compactMap { state.items[$0]?.json }, state.order.count)
    }

    /// Returns the reply of the first policy that does not admit a request, or the effects of an admitted request.
    ///
    /// The state does not change.
    package func check(
        _ request: ObservedRequest,
        _ applicable: Policies.ApplicablePolicies,
        at time: PolicyTime,
    ) -> PolicyDecision {
        var effects = PolicyEffects()
        let answer =
            bearer?.check(request, applicable: applicable, effects: &effects, at: time)
            ?? quotas.check(request, applicable: applicable, effects: &effects, at: time)
            ?? applicable.idempotencyIndex.flatMap { idempotency[$0].check(request, &effects) }
        guard var answer else { return .admitted(effects) }
        // A rejected request receives no tokens, so its refresh token and idempotency key stay unused.
        answer.effects = effects.usageOnly
        return .answered(answer)
    }

    /// Records the effects of an admitted request.
    ///
    /// - Returns: the work that remains when the reply is known.
    package mutating func record(_ effects: PolicyEffects, at time: PolicyTime) -> PendingPolicyWork {
        bearer?.record(effects)
        if let key = effects.key { idempotency[key.policy].begin(key) }
        let fields = effects.quotas.isEmpty ? [] : quotas.count(effects.quotas, at: time)
        return PendingPolicyWork(
            issue: effects.tokenRequestIndex,
            refresh: effects.refresh,
            key: effects.key,
            fields: fields
        )
    }

    /// Records the effects of a request that a policy answers.
    ///
    /// - Returns: the work that remains on the reply.
    package mutating func record(_ answer: PolicyReply, at time: PolicyTime) -> PendingPolicyWork {
        if let family = answer.revokedFamily { bearer?.revoke(family) }
        return record(answer.effects, at: time)
    }

    /// The result of ``finish(_:_:at:)``.
    package struct FinishedReply {
        /// The changed reply; nil if it is unchanged.
        package var reply: Scenario.Reply?
        /// The note for the journal; nil for none.
        package var note: String?
    }

    /// Issues the tokens in a final reply, stores it under its idempotency key, and adds quota fields.
    package mutating func finish(_ reply: Scenario.Reply, _ work: PendingPolicyWork, at time: PolicyTime)
        -> FinishedReply
    {
        var finished = FinishedReply()
        guard !work.isEmpty else { return finished }
        bearer?.issueTokens(in: reply, work, at: time, &finished)
        // The stored reply has no quota fields, because each repetition reports current values.
        if let key = work.key { idempotency[key.policy].save(key.key, (finished.reply ?? reply).stored) }
        if !work.fields.isEmpty {
            var extended = finished.reply ?? reply
            extended.headers.addMissing(work.fields)
            finished.reply = extended
        }
        return finished
    }

    /// Records the end of an exchange, whether or not the client received the reply.
    package mutating func end(_ work: PendingPolicyWork) {
        if let key = work.key { idempotency[key.policy].end(key.key) }
    }

    /// Returns the reply to a request that no endpoint answers; nil if it addresses neither tokens nor a resource.
    ///
    /// Its note says which item of a resource the request has created, replaced or deleted.
    package mutating func answer(
        _ request: ObservedRequest,
        _ applicable: Policies.ApplicablePolicies,
        at time: PolicyTime,
    ) -> PolicyReply? {
        if let issue = applicable.tokenRequestIndex, let bearer {
            return PolicyReply(policy: 0, reply: bearer.defaultTokenReply(to: issue, request), note: nil)
        }
        guard let index = applicable.resourceIndex else { return nil }
        let reply = resources[index].answer(request, toItem: applicable.isItem, at: time)
        return PolicyReply(
            policy: policies.firstResourceIndex + index,
            reply: reply,
            note: ResourceEffect(of: request, reply)?.description
        )
    }

    /// Records the release of a name, which may end the lifetime of tokens.
    package mutating func recordRelease(_ name: String) { bearer?.recordRelease(name) }
}

extension PolicyState {
    /// The usage of a quota at an instant.
    package struct QuotaUsage: Sendable {
        package let quota: Scenario.Quota
        /// The number of keys with requests in their current window; at most 1 for a quota without a key.
        package let keyCount: Int
        /// The number of requests that remain in the window; the smallest one if there are several keys.
        package let remaining: Int
        /// The time until that window ends; nil if no request is in a window.
        package let untilReset: Duration?
    }

    /// The number of issued tokens by state.
    package struct TokenUsage: Sendable {
        package var valid = 0
        package var expired = 0
        package var revoked = 0
        /// The number of refresh tokens that a client can use.
        package var refreshable = 0
    }

    /// Returns the usage of each quota, in the order of the scenario.
    package func quotaUsages(at time: PolicyTime) -> [QuotaUsage] { quotas.usages(at: time.now) }

    /// Returns the number of issued tokens by state; nil if the scenario issues none.
    package func tokenUsage(at time: PolicyTime) -> TokenUsage? { bearer?.usage(at: time.now) }
}
