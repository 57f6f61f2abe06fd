extension RuleExplanation {
    /// The explanations of the rules BACK.
    static let backoff: [String: RuleExplanation] = [:]
}
