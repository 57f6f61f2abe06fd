/// The explanation of a rule for the author of a client.
struct RuleExplanation: Sendable {
    /// The effect on an app whose client breaks the rule, in one to four sentences.
    let why: String
    /// Swift code of a client that follows the rule, at most ten lines.
    let fix: String

    init(why: String, fix: String) { (self.why, self.fix) = (why, fix) }

    /// The explanations by the ID of the rule.
    static let all: [String: RuleExplanation] = [
        RequestExplanations.all, StatusExplanations.all, DecodingExplanations.all,
        TransportExplanations.all, RetryExplanations.all, BackoffExplanations.all,
        IdempotencyExplanations.all, AuthenticationExplanations.all, RedirectExplanations.all,
        CachingExplanations.all, PaginationExplanations.all, CancellationExplanations.all,
        ConcurrencyExplanations.all, RepositoryExplanations.all, ErrorExplanations.all,
    ].reduce(into: [:]) { all, group in all.merge(group) { first, _ in first } }
}
