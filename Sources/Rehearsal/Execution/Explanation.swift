/// An explanation of which endpoint answers a request, and why the others do not.
package struct Explanation: Sendable {
    /// The endpoint that answers; nil for none.
    package let answer: Answer?
    /// The policy that answers where no endpoint matches.
    package let policy: Policy?
    /// The policies that are checked before any endpoint and may answer in its place.
    package let admissionPolicies: [AdmissionPolicy]
    /// The other endpoints, nearest first.
    package let rejected: [Rejection]

    /// A policy that answers by itself.
    package enum Policy: Sendable, Hashable {
        /// The answer to a CORS preflight.
        case cors
        /// A reply that issues tokens.
        case auth(overlays: [Int])
        /// A collection, by its display name: `resource /spots`.
        case resource(String, overlays: [Int])

        /// The key in scenario files.
        package var member: String {
            switch self {
            case .cors: "cors"
            case .auth: "auth"
            case .resource: "resources"
            }
        }

        /// The display name.
        package var label: String {
            switch self {
            case .cors, .auth: "\"\(member)\""
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
        /// The requests that it admits, in a phrase.
        package let admits: String
    }

    /// The endpoint that answers.
    package struct Answer: Sendable {
        /// The rank of the endpoint.
        package let endpoint: Int
        /// The index of the reply; nil if it has none left.
        package let reply: Int?
        /// The ranks of the overlays that apply to the reply, in order of precedence.
        package let overlays: [Int]
    }

    /// An endpoint that does not answer.
    package struct Rejection: Sendable {
        /// The rank of the endpoint.
        package let endpoint: Int
        package let reason: ExclusionReason
        /// The distance from the request; smaller is nearer.
        let distance: Int
    }

    /// The reason why an endpoint does not take part in the reply.
    package enum ExclusionReason: Sendable, Hashable {
        /// It matches other requests; one phrase for each difference.
        case mismatch([String])
        /// It matches the request, but the endpoint that answers has precedence.
        case lowerPrecedence(PrecedenceRule)
        /// It is an overlay that matches the request, but has lower precedence than the endpoint that answers.
        case lowerOverlay(PrecedenceRule)
        /// It matches the request, but a policy answers first.
        case policyAnswers
        /// It is an overlay, and no endpoint answers.
        case noReplyBelow

        /// The reason in words.
        package var reasons: [String] {
            switch self {
            case .mismatch(let differences): differences
            case .lowerPrecedence(let rule): ["it matches too, but is tried later: \(rule.reason)"]
            case .lowerOverlay(let rule):
                ["its overlay matches, but is tried later: \(rule.reason)"]
            case .policyAnswers: ["it matches too, but the policy is tried first"]
            case .noReplyBelow: ["it is an overlay, and no endpoint answers"]
            }
        }
    }
}

/// A rule that decides which of two endpoints is tried first, in the order of evaluation.
package enum PrecedenceRule: String, Sendable, Hashable, CaseIterable {
    /// Noise endpoints are tried last.
    case noise
    /// Endpoints of a document are tried before those of the documents it extends.
    case layer
    /// Endpoints with a higher `priority` are tried first.
    case priority
    /// Overlays are tried before endpoints that answer.
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
        case .noise: "noise is tried last"
        case .layer: "its document is tried later: it is extended, or was named later"
        case .priority: "its priority is lower"
        case .overlay: "it answers, and overlays are tried first"
        case .condition: "it has no condition, and endpoints with one are tried first"
        case .path: "its path is less specific"
        case .order: "all else is equal, and it is later in the document"
        }
    }
}
