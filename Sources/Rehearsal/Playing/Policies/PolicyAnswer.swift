/// What policies make of a request before any endpoint is asked.
package enum PolicyScreening {
    /// One of them answers it.
    case answered(PolicyAnswer)
    /// It goes on.
    case passed(PolicyPass)
}

/// A reply that a policy gives in place of an endpoint's.
package struct PolicyAnswer {
    /// The policy, by its place among all.
    package let policy: Int
    package let reply: Scenario.Reply
    /// Why, for the journal.
    package let note: String?
    /// It is sent as it is: nothing in it is a template.
    package var isFinal = false
    /// What was granted before it came to that.
    package var pass = PolicyPass()
    /// The family of tokens that is over.
    var revoked: Int?
}

/// What is entered into the books if a request is answered as it asks to be.
package struct PolicyPass {
    /// The token that it came with.
    var token: String?
    /// The request that tokens are issued to, and the refresh token that it came with.
    var issue: Int?
    var refresh: String?
    /// The quotas that it counts for.
    var quotas: [Counted] = []
    /// The key that nobody has used before.
    var key: Key?

    /// A quota, and what a request has in common with those that are counted with it.
    struct Counted: Sendable {
        let quota: Int
        let key: [UInt8]
    }

    /// A key of idempotency, and the request that it stands for.
    struct Key: Sendable {
        let policy: Int
        let key: [UInt8]
        let fingerprint: [UInt8]
    }

    /// For a request that nothing answers: it counts, and what asks for more than that is not granted.
    package var unanswered: PolicyPass { PolicyPass(token: token, quotas: quotas) }
}

/// What policies still have to do with the reply to a request, once it is known.
package struct PolicyTicket: Sendable {
    /// Tokens are put into it: to which request, and for which family; nil begins one.
    var issue: Int?
    var refresh: String?
    /// It is saved for those that repeat the request.
    var key: PolicyPass.Key?
    /// What it says of quotas.
    var fields: [Scenario.Headers.Field] = []

    /// There is nothing to be done.
    package var isIdle: Bool { issue == nil && key == nil && fields.isEmpty }
}

/// When something is decided: policies have no clock of their own.
package struct Moment: Sendable {
    /// Nanoseconds of the session's monotonic clock.
    package var now: Int64
    /// Milliseconds since 1970, for what clients read.
    package var wall: Int64

    package init(now: Int64, wall: Int64 = 0) {
        self.now = now
        self.wall = wall
    }
}
