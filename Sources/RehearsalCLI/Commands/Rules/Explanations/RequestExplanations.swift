/// The explanations of the rules REQ.
enum RequestExplanations {
    static let all: [String: RuleExplanation] = [:]
}
