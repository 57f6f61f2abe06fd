extension RuleExplanation {
    /// The explanations of the rules RETRY.
    static let retries: [String: RuleExplanation] = [:]
}
