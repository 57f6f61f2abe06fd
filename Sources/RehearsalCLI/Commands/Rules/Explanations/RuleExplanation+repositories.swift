extension RuleExplanation {
    /// The explanations of the rules REPO.
    static let repositories: [String: RuleExplanation] = [:]
}
