/// The policy state of a session; the caller holds the lock that protects it.
package struct PolicyBooks: Sendable {
    private let policies: Policies
    private var bearer: BearerBook?
    private var quotas: QuotaBooks
    private var idempotency: [IdempotencyBook]
    private var resources: [ResourceBook]

    init(_ policies: Policies, seed: UInt64) {
        self.policies = policies
        bearer = policies.bearer.map { BearerBook($0, seed: seed) }
        quotas = QuotaBooks(policies.quotas)
        idempotency = policies.idempotency.enumerated().map { index, policy in
            IdempotencyBook(policy, index: index, label: policies.idempotencyLabel + index)
        }
        resources = policies.resources.map { ResourceBook($0, seed: seed) }
    }

    /// Checks a request against the policies, before matching endpoints; the state does not change.
    package func screen(
        _ request: ObservedRequest,
        _ coverage: Policies.Coverage,
        at moment: Moment,
    ) -> PolicyScreening {
        var pass = PolicyPass()
        let answer =
            bearer?.screen(request, coverage: coverage, pass: &pass, at: moment)
            ?? quotas.screen(request, coverage: coverage, pass: &pass, at: moment)
            ?? coverage.idempotency.flatMap { idempotency[$0].screen(request, &pass) }
        guard var answer else { return .passed(pass) }
        // A token request without a reply does not use up its refresh token.
        answer.pass = pass.unanswered
        return .answered(answer)
    }

    /// Records the effects of a request that is answered now.
    ///
    /// - Returns: the remaining work on its reply.
    package mutating func admit(_ pass: PolicyPass, at moment: Moment) -> PolicyTicket {
        bearer?.admit(pass)
        if let key = pass.key { idempotency[key.policy].begin(key) }
        let fields = pass.quotas.isEmpty ? [] : quotas.count(pass.quotas, at: moment)
        return PolicyTicket(issue: pass.issue, refresh: pass.refresh, key: pass.key, fields: fields)
    }

    /// Records the effects of a reply by a policy.
    ///
    /// - Returns: the remaining work on that reply.
    package mutating func admit(_ answer: PolicyAnswer, at moment: Moment) -> PolicyTicket {
        if let family = answer.revoked { bearer?.revoke(family) }
        return admit(answer.pass, at: moment)
    }

    /// A reply as changed by the policies.
    package struct Concluded {
        /// The changed reply; nil if it is unchanged.
        package var reply: Scenario.Reply?
        /// The note for the journal; nil for none.
        package var note: String?
    }

    /// Finishes the work of the policies on the final reply to a request.
    package mutating func conclude(_ reply: Scenario.Reply, _ ticket: PolicyTicket, at moment: Moment) -> Concluded {
        var concluded = Concluded()
        guard !ticket.isIdle else { return concluded }
        bearer?.issue(in: reply, ticket, at: moment, &concluded)
        // The stored reply has no quota fields, because each repetition reports current values.
        if let key = ticket.key { idempotency[key.policy].save(key.key, (concluded.reply ?? reply).saved) }
        if !ticket.fields.isEmpty {
            var said = concluded.reply ?? reply
            said.headers.addMissing(ticket.fields)
            concluded.reply = said
        }
        return concluded
    }

    /// Records the end of an exchange, whether or not the client received the reply.
    package mutating func end(_ ticket: PolicyTicket) {
        if let key = ticket.key { idempotency[key.policy].end(key.key) }
    }

    /// Returns the reply of a policy where no endpoint matches; nil if no policy answers.
    package mutating func answer(
        _ request: ObservedRequest,
        _ coverage: Policies.Coverage,
        at moment: Moment,
    ) -> (policy: Int, reply: Scenario.Reply)? {
        if let issue = coverage.issue, let bearer { return (0, bearer.ownReply(to: issue, request)) }
        guard let index = coverage.resource else { return nil }
        let reply = resources[index].answer(request, toItem: coverage.isItem, at: moment)
        return (policies.resourceLabel + index, reply)
    }

    /// Records the release of a name.
    package mutating func release(_ name: String) { bearer?.release(name) }
}
