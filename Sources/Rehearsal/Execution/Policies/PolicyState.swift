/// The policy state of a session; the caller holds the lock that protects it.
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

    /// Checks a request against the policies, before matching endpoints; the state does not change.
    package func check(
        _ request: ObservedRequest,
        _ coverage: Policies.ApplicablePolicies,
        at moment: PolicyTime,
    ) -> PolicyDecision {
        var pass = PolicyEffects()
        let answer =
            bearer?.check(request, coverage: coverage, pass: &pass, at: moment)
            ?? quotas.check(request, coverage: coverage, pass: &pass, at: moment)
            ?? coverage.idempotency.flatMap { idempotency[$0].check(request, &pass) }
        guard var answer else { return .admitted(pass) }
        // A token request without a reply does not use up its refresh token.
        answer.effects = pass.withoutGrants
        return .answered(answer)
    }

    /// Records the effects of a request that is answered now.
    ///
    /// - Returns: the remaining work on its reply.
    package mutating func record(_ pass: PolicyEffects, at moment: PolicyTime) -> PendingPolicyWork {
        bearer?.record(pass)
        if let key = pass.key { idempotency[key.policy].begin(key) }
        let fields = pass.quotas.isEmpty ? [] : quotas.count(pass.quotas, at: moment)
        return PendingPolicyWork(issue: pass.issue, refresh: pass.refresh, key: pass.key, fields: fields)
    }

    /// Records the effects of a reply by a policy.
    ///
    /// - Returns: the remaining work on that reply.
    package mutating func record(_ answer: PolicyReply, at moment: PolicyTime) -> PendingPolicyWork {
        if let family = answer.revoked { bearer?.revoke(family) }
        return record(answer.effects, at: moment)
    }

    /// A reply as changed by the policies.
    package struct FinishedReply {
        /// The changed reply; nil if it is unchanged.
        package var reply: Scenario.Reply?
        /// The note for the journal; nil for none.
        package var note: String?
    }

    /// Finishes the work of the policies on the final reply to a request.
    package mutating func finish(_ reply: Scenario.Reply, _ ticket: PendingPolicyWork, at moment: PolicyTime)
        -> FinishedReply
    {
        var concluded = FinishedReply()
        guard !ticket.isEmpty else { return concluded }
        bearer?.issueTokens(in: reply, ticket, at: moment, &concluded)
        // The stored reply has no quota fields, because each repetition reports current values.
        if let key = ticket.key { idempotency[key.policy].save(key.key, (concluded.reply ?? reply).stored) }
        if !ticket.fields.isEmpty {
            var said = concluded.reply ?? reply
            said.headers.addMissing(ticket.fields)
            concluded.reply = said
        }
        return concluded
    }

    /// Records the end of an exchange, whether or not the client received the reply.
    package mutating func end(_ ticket: PendingPolicyWork) {
        if let key = ticket.key { idempotency[key.policy].end(key.key) }
    }

    /// Returns the reply of a policy where no endpoint matches; nil if no policy answers.
    package mutating func answer(
        _ request: ObservedRequest,
        _ coverage: Policies.ApplicablePolicies,
        at moment: PolicyTime,
    ) -> (policy: Int, reply: Scenario.Reply)? {
        if let issue = coverage.issue, let bearer { return (0, bearer.defaultTokenReply(to: issue, request)) }
        guard let index = coverage.resource else { return nil }
        let reply = resources[index].answer(request, toItem: coverage.isItem, at: moment)
        return (policies.firstResourceIndex + index, reply)
    }

    /// Records the release of a name.
    package mutating func recordRelease(_ name: String) { bearer?.recordRelease(name) }
}
