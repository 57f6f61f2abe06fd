// JSON, its paths and its patterns are part of the product: a consumer reaches them through this module.
@_exported public import RehearsalJSON

/// How a backend behaves: its endpoints, and what each of them answers in turn.
///
/// The same scenario can be written as a value or as a document; a recording is a scenario too.
public struct Scenario: Sendable {
    /// What it is called in lists and reports.
    public var name: String
    /// One sentence for a list of scenarios.
    public var summary: String
    /// Where every random draw of a run begins; nil leaves it to the run.
    public var seed: UInt64?
    /// In the order in which they were written, which decides between endpoints of equal rank.
    public var endpoints: [Endpoint]
    /// What a client must have done by the end; that no request goes unanswered is always expected.
    public var expect: [Expectation]
    /// Variables by name, as they are when it begins; the one called `state` is the state by itself.
    public var state: [JSON.Member]
    /// How connections are treated, one state after the other from the moment it plays; then they are served.
    public var network: [Network]
    /// Whether pages of any origin are given leave to send its requests and to read its replies (CORS).
    public var cors: Bool
    /// Who is let in; nil for everybody.
    public var auth: Auth?
    /// How many requests are answered in a time.
    public var quotas: [Quota]
    /// Requests that have an effect once.
    public var idempotency: [Idempotency]
    /// Collections that answer where no endpoint does.
    public var resources: [Resource]

    /// A scenario of these endpoints.
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

    /// Whether anything in it differs from run to run unless the seed is the same.
    package var draws: Bool {
        if network.contains(where: { if case .slow(let delay) = $0.state { delay.isRandom } else { false } }) {
            return true
        }
        // Tokens are drawn where a reply repeats one.
        if auth != nil || resources.contains(where: { $0.ids == .uuid }) { return true }
        return endpoints.contains { endpoint in
            endpoint.replies.contains(where: \.draws) || endpoint.overlay.laid(over: Reply()).draws
        }
    }

    /// The replies that are written in policies.
    package var policyReplies: [Reply] { ([auth?.bearer.denied] + quotas.map(\.reply)).compactMap(\.self) }

    /// Whether there is any policy.
    var hasPolicies: Bool {
        auth != nil || !quotas.isEmpty || !idempotency.isEmpty || !resources.isEmpty
    }
}
