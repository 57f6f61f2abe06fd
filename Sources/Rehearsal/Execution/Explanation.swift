/// An explanation of which endpoint answers a request, and why the others do not.
package struct Explanation: Sendable {
    /// The endpoint that answers; nil for none.
    package let answer: Answer?
    /// The policy that answers because no endpoint does; nil for none.
    package let policy: Policy?
    /// The policies that are checked before any endpoint and may answer in its place.
    package let admissionPolicies: [AdmissionPolicy]
    /// The other endpoints, nearest first.
    package let rejected: [Rejection]

    /// A policy that can answer without an endpoint.
    package enum Policy: Sendable, Hashable {
        /// The CORS policy, which answers a preflight.
        case cors
        /// The token policy, which answers a request for tokens.
        case auth(overlays: [Int])
        /// A resource, by its display name: `resource /spots`.
        case resource(String, overlays: [Int])

        /// The key of the policy in scenario files.
        package var scenarioKey: String {
            switch self {
            case .cors: "cors"
            case .auth: "auth"
            case .resource: "resources"
            }
        }

        /// The display name of the policy.
        package var label: String {
            switch self {
            case .cors, .auth: "\"\(scenarioKey)\""
            case .resource(let label, _): label
            }
        }

        /// The ranks of the overlays that apply to the reply, in order of precedence.
        package var overlays: [Int] {
            switch self {
            case .cors: []
            case .auth(let overlays), .resource(_, let overlays): overlays
            }
        }
    }

    /// A policy that admits a request, or answers in place of the endpoint.
    package struct AdmissionPolicy: Sendable, Hashable {
        /// The display name: `policy auth`.
        package let label: String
        /// A phrase for the requests that it admits: `10 requests in 1 s`.
        package let admittedRequests: String
    }

    /// The endpoint that answers, with its reply and the overlays.
    package struct Answer: Sendable {
        /// The rank of the endpoint.
        package let endpoint: Int
        /// The index of the reply; nil if the endpoint has no reply left.
        package let reply: Int?
        /// The ranks of the overlays that apply to the reply, in order of precedence.
        package let overlays: [Int]
    }

    /// An endpoint that does not answer, with the reason.
    package struct Rejection: Sendable {
        /// The rank of the endpoint.
        package let endpoint: Int
        package let reason: ExclusionReason
        /// The distance from the request; smaller is nearer.
        let distance: Int
    }

    /// The reason why an endpoint neither answers a request nor changes the reply.
    package enum ExclusionReason: Sendable, Hashable {
        /// The endpoint does not match the request. Each difference is a message.
        case mismatch([String])
        /// The endpoint matches the request, but the one that answers has precedence by this rule.
        case lowerPrecedence(PrecedenceRule)
        /// The overlay matches the request, but the endpoint that answers has precedence by this rule.
        case lowerOverlay(PrecedenceRule)
        /// The endpoint matches the request, but a policy answers first.
        case policyAnswers
        /// The endpoint is an overlay, and no other endpoint answers.
        case overlayWithoutReply

        /// The messages that state the reason.
        package var reasons: [String] {
            switch self {
            case .mismatch(let differences): differences
            case .lowerPrecedence(let rule): ["it matches too, but is tried later: \(rule.reason)"]
            case .lowerOverlay(let rule):
                ["its overlay matches, but is tried later: \(rule.reason)"]
            case .policyAnswers: ["it matches too, but the policy is tried first"]
            case .overlayWithoutReply: ["it is an overlay, and no other endpoint answers"]
            }
        }
    }
}

/// A rule that decides which of two endpoints is tried first. The first rule that distinguishes them decides.
package enum PrecedenceRule: String, Sendable, Hashable, CaseIterable {
    /// Noise endpoints are tried last.
    case noise
    /// Endpoints of a document are tried before those of the documents it extends.
    case layer
    /// Endpoints with a higher `priority` are tried first.
    case priority
    /// Overlays are tried before endpoints with replies.
    case overlay
    /// Endpoints with `when` are tried before those without.
    case condition
    /// Endpoints with the more specific path are tried first.
    case path
    /// Endpoints that are earlier in the document are tried first.
    case order

    /// The reason why an endpoint is tried after another, as a clause.
    package var reason: String {
        switch self {
        case .noise: "endpoints in \"noise\" are tried last"
        case .layer: "its document is tried later: the other document extends it, or is named before it"
        case .priority: "its priority is lower"
        case .overlay: "it has replies, and overlays are tried before endpoints with replies"
        case .condition: "it has no condition, and endpoints with a condition are tried first"
        case .path: "its path is less specific"
        case .order: "the other rules do not decide, and it is later in the document"
        }
    }
}
