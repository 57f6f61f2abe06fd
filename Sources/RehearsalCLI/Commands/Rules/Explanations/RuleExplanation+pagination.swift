extension RuleExplanation {
    /// The explanations of the rules PAGE.
    static let pagination: [String: RuleExplanation] = [:]
}
