extension RuleExplanation {
    /// The explanations of the rules AUTH.
    static let authentication: [String: RuleExplanation] = [:]
}
