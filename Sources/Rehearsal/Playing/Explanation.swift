/// Who answers a request, and what keeps every other endpoint from it.
package struct Explanation: Sendable {
    /// Nil if nobody does.
    package let answer: Answer?
    /// The policy that answers where no endpoint does.
    package let policy: Policy?
    /// The policies that are asked before any endpoint is, and may answer in its place.
    package let guards: [Guard]
    /// All other endpoints, the nearest first.
    package let others: [Other]

    /// A member of the document that answers by itself.
    package enum Policy: Sendable, Hashable {
        /// Leave to send a request from a page of another origin.
        case cors
        /// Tokens.
        case auth(overlays: [Int])
        /// A collection, as a person names it: `resource /spots`.
        case resource(String, overlays: [Int])

        /// Its name in a document.
        package var member: String {
            switch self {
            case .cors: "cors"
            case .auth: "auth"
            case .resource: "resources"
            }
        }

        /// As a person names it.
        package var label: String {
            switch self {
            case .cors, .auth: "\"\(member)\""
            case .resource(let label, _): label
            }
        }

        /// The ranks of the endpoints that lay something over the reply, the uppermost first.
        package var overlays: [Int] {
            switch self {
            case .cors: []
            case .auth(let overlays), .resource(_, let overlays): overlays
            }
        }
    }

    /// A policy that lets a request pass to whoever answers it, or answers in its place.
    package struct Guard: Sendable, Hashable {
        /// As a person names it: `policy auth`.
        package let label: String
        /// What it lets pass, in a phrase.
        package let lets: String
    }

    /// Who answers.
    package struct Answer: Sendable {
        /// Its rank in the playbook.
        package let endpoint: Int
        /// Which of its replies it gives.
        package let reply: Int?
        /// The ranks of those that lay something over the reply, the uppermost first.
        package let overlays: [Int]
    }

    /// Somebody else.
    package struct Other: Sendable {
        /// Its rank in the playbook.
        package let endpoint: Int
        package let verdict: Verdict
        /// Smaller is nearer.
        let distance: Int
    }

    /// Why an endpoint has no part in the answer.
    package enum Verdict: Sendable, Hashable {
        /// It takes other requests: what differs, a phrase each.
        case differs([String])
        /// It takes the request, and the one that answers is asked before it.
        case comesLater(Precedence)
        /// It takes the request, and lies over the answers of those that are asked later, not of the one that answers.
        case liesLower(Precedence)
        /// It takes the request, and a policy answers before it.
        case comesAfterPolicy
        /// It lies over the answers of others, and nobody answers.
        case hasNothingBelow

        /// In words.
        package var reasons: [String] {
            switch self {
            case .differs(let differences): differences
            case .comesLater(let rule): ["it takes the request too, but is asked later: \(rule.reasonToComeLater)"]
            case .liesLower(let rule):
                ["it would lie over the answer, but is asked later: \(rule.reasonToComeLater)"]
            case .comesAfterPolicy: ["it takes the request too, but the policy is asked before it"]
            case .hasNothingBelow: ["it lies over the answers of others, and here is none"]
            }
        }
    }
}

/// What decides which of two endpoints is asked first, in the order in which it is looked at.
package enum Precedence: String, Sendable, Hashable, CaseIterable {
    /// Noise is asked after everything else.
    case noise
    /// A document comes before what it extends.
    case layer
    /// A higher `priority` comes first.
    case priority
    /// What lies over others comes before what answers.
    case overlay
    /// An endpoint with `when` comes before one without.
    case condition
    /// The more specific path comes first.
    case path
    /// What stands first in its document comes first.
    case order

    /// Why an endpoint is asked after another one, as a sentence about it.
    package var reasonToComeLater: String {
        switch self {
        case .noise: "noise is asked last"
        case .layer: "its document lies below: it is extended, or was named later"
        case .priority: "its priority is lower"
        case .overlay: "it answers, and what lies over others is asked first"
        case .condition: "it has no condition, and what has one is asked first"
        case .path: "its path is less specific"
        case .order: "all else is equal, and it stands later in the document"
        }
    }
}
