/// What the policies of one session remember. Its owner holds the one lock whenever it is asked or changed.
package struct PolicyBooks: Sendable {
    let policies: Policies
    /// Where what is drawn begins.
    let seed: UInt64
    var bearer = BearerBook()

    init(_ policies: Policies, seed: UInt64) {
        self.policies = policies
        self.seed = seed
    }

    /// What the policies make of a request before any endpoint is asked; nothing is entered.
    package func screen(
        _ request: ObservedRequest,
        _ coverage: Policies.Coverage,
        at moment: Moment,
    ) -> PolicyScreening {
        var pass = PolicyPass()
        if let answer = screenToken(request, coverage, &pass, moment) { return .answered(answer) }
        return .passed(pass)
    }

    /// Enters what was granted to a request that is answered now.
    ///
    /// - Returns: what is still to be done with its reply.
    package mutating func admit(_ pass: PolicyPass, at moment: Moment) -> PolicyTicket {
        if let token = pass.token { bearer.use(token) }
        if let refresh = pass.refresh { bearer.setUsed(refresh, true) }
        return PolicyTicket(issue: pass.issue, refresh: pass.refresh)
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
        return concluded
    }

    /// What a policy answers where no endpoint does.
    package mutating func answer(
        _ request: ObservedRequest,
        _ coverage: Policies.Coverage,
        at moment: Moment,
    ) -> (policy: Int, reply: Scenario.Reply)? {
        guard let issue = coverage.issue, let reply = ownReply(to: issue, request) else { return nil }
        return (0, reply)
    }

    /// Somebody has released that name.
    package mutating func release(_ name: String) {
        if policies.waits(for: name) { bearer.releases += 1 }
    }
}
