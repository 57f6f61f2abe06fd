/// The explanation of a rule for the author of a client.
struct RuleExplanation: Sendable {
    /// The effect on an app whose client breaks the rule, in two or three sentences.
    let why: String
    /// Swift code of a client that follows the rule, at most ten lines.
    let fix: String

    init(why: String, fix: String) { (self.why, self.fix) = (why, fix) }

    /// The explanations by the ID of the rule.
    static let all: [String: RuleExplanation] = [
        requests, statuses, decoding, transport, retries, backoff, idempotency, authentication, redirects, caching,
        pagination, cancellation, concurrency, repositories, errors,
    ].reduce(into: [:]) { all, group in all.merge(group) { first, _ in first } }
}
