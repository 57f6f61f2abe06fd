extension RuleExplanation {
    /// The explanations of the rules CANC.
    static let cancellation: [String: RuleExplanation] = [:]
}
