extension RuleExplanation {
    /// The explanations of the rules STAT.
    static let statuses: [String: RuleExplanation] = [:]
}
