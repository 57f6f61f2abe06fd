extension RuleExplanation {
    /// The explanations of the rules IDEM.
    static let idempotency: [String: RuleExplanation] = [:]
}
