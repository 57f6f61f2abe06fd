extension RuleExplanation {
    /// The explanations of the rules CONC.
    static let concurrency: [String: RuleExplanation] = [:]
}
