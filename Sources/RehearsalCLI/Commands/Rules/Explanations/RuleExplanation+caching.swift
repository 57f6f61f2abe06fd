extension RuleExplanation {
    /// The explanations of the rules CACHE.
    static let caching: [String: RuleExplanation] = [:]
}
