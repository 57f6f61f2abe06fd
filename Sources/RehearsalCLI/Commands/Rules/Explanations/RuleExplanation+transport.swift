extension RuleExplanation {
    /// The explanations of the rules TRN.
    static let transport: [String: RuleExplanation] = [:]
}
