extension RuleExplanation {
    /// The explanations of the rules REQ.
    static let requests: [String: RuleExplanation] = [:]
}
