extension RuleExplanation {
    /// The explanations of the rules REDIR.
    static let redirects: [String: RuleExplanation] = [:]
}
