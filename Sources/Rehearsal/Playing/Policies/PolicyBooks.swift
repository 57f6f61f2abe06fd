/// What the policies of one session remember. Its owner holds the one lock whenever it is asked or changed.
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

    /// What the policies make of a request before any endpoint is asked; nothing is entered.
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
        // Who asks for tokens and gets none has not used what it asked with.
        answer.pass = pass.unanswered
        return .answered(answer)
    }

    /// Enters what was granted to a request that is answered now.
    ///
    /// - Returns: what is still to be done with its reply.
    package mutating func admit(_ pass: PolicyPass, at moment: Moment) -> PolicyTicket {
        bearer?.admit(pass)
        if let key = pass.key { idempotency[key.policy].begin(key) }
        let fields = pass.quotas.isEmpty ? [] : quotas.count(pass.quotas, at: moment)
        return PolicyTicket(issue: pass.issue, refresh: pass.refresh, key: pass.key, fields: fields)
    }

    /// Enters that a policy answers itself.
    ///
    /// - Returns: what is still to be done with that reply.
    package mutating func admit(_ answer: PolicyAnswer, at moment: Moment) -> PolicyTicket {
        if let family = answer.revoked { bearer?.revoke(family) }
        return admit(answer.pass, at: moment)
    }

    /// A reply as the policies change it, and what they say about it.
    package struct Concluded {
        /// Nil if it stays as it was.
        package var reply: Scenario.Reply?
        /// For the journal; nil for nothing.
        package var note: String?
    }

    /// The final reply to a request is known: what the policies have still to do with it is done.
    package mutating func conclude(_ reply: Scenario.Reply, _ ticket: PolicyTicket, at moment: Moment) -> Concluded {
        var concluded = Concluded()
        guard !ticket.isIdle else { return concluded }
        bearer?.issue(in: reply, ticket, at: moment, &concluded)
        // Saved before quotas have their say: what is left is said anew each time.
        if let key = ticket.key { idempotency[key.policy].save(key.key, (concluded.reply ?? reply).saved) }
        if !ticket.fields.isEmpty {
            var said = concluded.reply ?? reply
            said.headers.addMissing(ticket.fields)
            concluded.reply = said
        }
        return concluded
    }

    /// The exchange of a request has ended, whether its reply arrived or not.
    package mutating func end(_ ticket: PolicyTicket) {
        if let key = ticket.key { idempotency[key.policy].end(key.key) }
    }

    /// What a policy answers where no endpoint does.
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

    /// Enters that a name has been released.
    package mutating func release(_ name: String) { bearer?.release(name) }
}
