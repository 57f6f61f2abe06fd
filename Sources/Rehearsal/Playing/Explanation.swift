/// Who answers a request, and what keeps every other endpoint from it.
package struct Explanation: Sendable {
    /// Nil if nobody does.
    package let answer: Answer?
    /// The policy that answers where no endpoint does.
    package let policy: Policy?
    /// All other endpoints, the nearest first.
    package let others: [Other]

    /// A member of the document that answers by itself.
    package enum Policy: String, Sendable, Hashable {
        /// Leave to send a request from a page of another origin.
        case cors
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
        /// It lies over the answers of others, and nobody answers.
        case hasNothingBelow

        /// In words.
        package var reasons: [String] {
            switch self {
            case .differs(let differences): differences
            case .comesLater(let rule): ["it takes the request too, but is asked later: \(rule.reasonToComeLater)"]
            case .hasNothingBelow: ["it lies over the answers of others, and here is none"]
            }
        }
    }
}
