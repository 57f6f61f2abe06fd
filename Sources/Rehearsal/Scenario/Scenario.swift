// Public declarations of this module use JSON, its paths and its patterns, so the module is re-exported.
@_exported public import RehearsalJSON

/// The behavior of a server: its endpoints and their replies in order.
///
/// A scenario is written in Swift or in a file; a recording is a scenario too.
public struct Scenario: Sendable {
    /// The name in lists and reports.
    public var name: String
    /// One sentence for a list of scenarios.
    public var summary: String
    /// The seed of all random values; nil if each run chooses one.
    public var seed: UInt64?
    /// The endpoints in source order. Of endpoints with equal precedence, the server tries the earlier one first.
    public var endpoints: [Endpoint]
    /// The expectations. Unless one of them permits unexpected requests, each unexpected request is a finding.
    public var expect: [Expectation]
    /// The initial variables by name. The variable `state` names the state.
    public var state: [JSON.Member]
    /// The network states in the order in which they apply. After the last one, the server serves connections.
    public var network: [Network]
    /// Whether the server permits cross-origin requests from every origin (CORS).
    public var cors: Bool
    /// The authentication policy; nil for none.
    public var auth: Auth?
    /// The limits on the number of requests per time window.
    public var quotas: [Quota]
    /// The requests that take effect only once.
    public var idempotency: [Idempotency]
    /// The collections that answer requests which no endpoint matches.
    public var resources: [Resource]
    /// The check of each request before an endpoint answers; nil for none.
    package var requestCheck: RequestCheck?

    /// Creates a scenario of these endpoints.
    public init(
        _ name: String,
        summary: String = "",
        seed: UInt64? = nil,
        endpoints: [Endpoint],
        expect: [Expectation] = [],
        network: [Network] = [],
        state: [JSON.Member] = [],
        cors: Bool = false,
        auth: Auth? = nil,
        quotas: [Quota] = [],
        idempotency: [Idempotency] = [],
        resources: [Resource] = [],
    ) {
        self.name = name
        self.summary = summary
        self.seed = seed
        self.endpoints = endpoints
        self.expect = expect
        self.network = network
        self.state = state
        self.cors = cors
        self.auth = auth
        self.quotas = quotas
        self.idempotency = idempotency
        self.resources = resources
    }
}

extension Scenario {
    /// A pattern of text in a condition.
    public typealias Pattern = JSON.Pattern

    /// Whether the behavior depends on the seed.
    package var usesRandomness: Bool {
        if network.contains(where: { if case .slow(let delay) = $0.state { delay.isRandom } else { false } }) {
            return true
        }
        // If a reply repeats an earlier token, a random one replaces it.
        if auth != nil || resources.contains(where: { $0.ids == .uuid }) { return true }
        return endpoints.contains { endpoint in
            endpoint.replies.contains(where: \.usesRandomness) || endpoint.overlay.applied(over: Reply()).usesRandomness
        }
    }

    /// The replies that the scenario declares for policies.
    package var policyReplies: [Reply] { ([auth?.bearer.denied] + quotas.map(\.reply)).compactMap(\.self) }

    /// Whether it has any policy.
    package var hasPolicies: Bool {
        auth != nil || !quotas.isEmpty || !idempotency.isEmpty || !resources.isEmpty
    }
}
