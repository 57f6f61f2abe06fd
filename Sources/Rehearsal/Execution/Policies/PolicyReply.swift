/// The result of checking a request against the policies, before matching endpoints.
package enum PolicyDecision {
    /// A policy answers the request.
    case answered(PolicyReply)
    /// The request may proceed.
    case admitted(PolicyEffects)
}

/// A reply of a policy in place of an endpoint's.
package struct PolicyReply {
    /// The index of the policy among all policies.
    package let policy: Int
    package let reply: Scenario.Reply
    /// The reason, for the journal.
    package let note: String?
    /// Whether the reply is sent unchanged, without rendering templates.
    package var isVerbatim = false
    /// The effects of the policies that were checked before.
    package var effects = PolicyEffects()
    /// The token family to revoke.
    var revoked: Int?
}

/// The effects on the policy state if the request is answered.
package struct PolicyEffects {
    /// The access token of the request.
    var token: String?
    /// The index of the token request that it matches.
    var issue: Int?
    /// The refresh token of the request.
    var refresh: String?
    /// The quotas that the request counts for.
    var quotas: [CountedQuota] = []
    /// The new idempotency key.
    var key: Key?

    /// A quota and a counting key.
    struct CountedQuota: Sendable {
        let quota: Int
        let key: [UInt8]
    }

    /// An idempotency key and the fingerprint of its request.
    struct Key: Sendable {
        let policy: Int
        let key: [UInt8]
        let fingerprint: [UInt8]
    }

    /// The effects if nothing answers the request: it counts for its token and quotas, and has no other effect.
    package var withoutGrants: PolicyEffects { PolicyEffects(token: token, quotas: quotas) }
}

/// The remaining work of the policies on the reply to a request.
package struct PendingPolicyWork: Sendable {
    /// The index of the token request whose reply needs tokens.
    var issue: Int?
    /// The refresh token whose family the tokens join; nil starts a family.
    var refresh: String?
    /// The idempotency key under which the reply is stored.
    var key: PolicyEffects.Key?
    /// The header fields that report quotas.
    var fields: [Scenario.Headers.Field] = []

    /// Whether no work remains.
    package var isEmpty: Bool { issue == nil && key == nil && fields.isEmpty }
}

/// The time of a decision; policies have no clock of their own.
package struct PolicyTime: Sendable {
    /// Nanoseconds of the session's monotonic clock.
    package var now: Int64
    /// Milliseconds since 1970, for values that clients read.
    package var wall: Int64

    package init(now: Int64, wall: Int64 = 0) {
        self.now = now
        self.wall = wall
    }
}
