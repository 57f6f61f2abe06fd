extension RuleExplanation {
    /// The explanations of the rules DEC.
    static let decoding: [String: RuleExplanation] = [:]
}
