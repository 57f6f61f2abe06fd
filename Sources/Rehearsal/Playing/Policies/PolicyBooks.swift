/// What the policies of one session remember. Its owner holds the one lock whenever it is asked or changed.
package struct PolicyBooks: Sendable {
    let policies: Policies
    /// Where what is drawn begins.
    let seed: UInt64
    var bearer = BearerBook()
    var quotas: [QuotaBook]
    var idempotency: [IdempotencyBook]
    var resources: [ResourceBook]

    init(_ policies: Policies, seed: UInt64) {
        self.policies = policies
        self.seed = seed
        quotas = policies.quotas.map { _ in QuotaBook() }
        idempotency = policies.idempotency.map { _ in IdempotencyBook() }
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
            screenToken(request, coverage, &pass, moment) ?? screenQuotas(request, coverage, &pass, moment)
            ?? screenKey(request, coverage, &pass)
        guard var answer else { return .passed(pass) }
        // Who asks for tokens and gets none has not used what it asked with.
        answer.pass = pass.unanswered
        return .answered(answer)
    }

    /// Enters what was granted to a request that is answered now.
    ///
    /// - Returns: what is still to be done with its reply.
    package mutating func admit(_ pass: PolicyPass, at moment: Moment) -> PolicyTicket {
        if let token = pass.token { bearer.use(token) }
        if let refresh = pass.refresh { bearer.setUsed(refresh, true) }
        if let key = pass.key { idempotency[key.policy].begin(key.key, key.fingerprint) }
        let fields = pass.quotas.isEmpty ? [] : count(pass.quotas, at: moment)
        return PolicyTicket(issue: pass.issue, refresh: pass.refresh, key: pass.key, fields: fields)
    }

    /// Enters that a policy answers itself.
    ///
    /// - Returns: what is still to be done with that reply.
    package mutating func admit(_ answer: PolicyAnswer, at moment: Moment) -> PolicyTicket {
        if let family = answer.revoked { bearer.revoke(family) }
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
        issue(in: reply, ticket, at: moment, &concluded)
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
        if let issue = coverage.issue, let reply = ownReply(to: issue, request) { return (0, reply) }
        guard let index = coverage.resource else { return nil }
        let reply = resources[index].answer(request, policies.resources[index], toItem: coverage.isItem, at: moment)
        return (policies.resourceLabel + index, reply)
    }

    /// Somebody has released that name.
    package mutating func release(_ name: String) {
        if policies.waits(for: name) { bearer.releases += 1 }
    }
}
