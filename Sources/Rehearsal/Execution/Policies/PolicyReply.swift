/// The result of checking a request against the policies.
package enum PolicyDecision {
    /// A policy answers the request.
    case answered(PolicyReply)
    /// The request may proceed.
    case admitted(PolicyEffects)
}

/// A reply that a policy sends in place of an endpoint.
package struct PolicyReply {
    /// The index of the policy among all policies.
    package let policy: Int
    package let reply: Scenario.Reply
    /// The reason, for the journal.
    package let note: String?
    /// Whether the reply is sent unchanged, without rendering templates.
    package var isVerbatim = false
    /// The effects of the request on the policies that were checked before.
    package var effects = PolicyEffects()
    /// The token family to revoke.
    var revokedFamily: Int?
}

/// The changes of the policy state that take effect when the server answers the request.
package struct PolicyEffects {
    /// The access token of the request, whose uses are counted.
    var token: String?
    /// The index of the entry in `"issues"` that the request matches.
    var tokenRequestIndex: Int?
    /// The refresh token of the request, which is marked as used.
    var refresh: String?
    /// The quotas in which the request is counted.
    var quotas: [CountedQuota] = []
    /// The idempotency key of the request, if no earlier request used it.
    var key: Key?

    /// A quota, and the key under which it counts the request.
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

    /// The effects of a request that receives neither tokens nor the reply of an endpoint.
    ///
    /// It counts as a use of its access token and in its quotas, and has no other effect.
    package var usageOnly: PolicyEffects { PolicyEffects(token: token, quotas: quotas) }
}

/// The remaining work of the policies on the reply to a request.
package struct PendingPolicyWork: Sendable {
    /// The index of the entry in `"issues"` whose reply needs tokens.
    var issue: Int?
    /// The refresh token whose family the new tokens join; nil to start a family.
    var refresh: String?
    /// The idempotency key under which the reply is stored.
    var key: PolicyEffects.Key?
    /// The header fields that report quotas and are added to the reply.
    var fields: [Scenario.Headers.Field] = []

    /// Whether no work remains.
    package var isEmpty: Bool { issue == nil && key == nil && fields.isEmpty }
}

/// The time of a request. Callers pass it, because policies have no clock.
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
