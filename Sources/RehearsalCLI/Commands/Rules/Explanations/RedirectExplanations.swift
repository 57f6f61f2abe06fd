/// The explanations of the rules REDIR.
enum RedirectExplanations {
    static let all: [String: RuleExplanation] = [:]
}
