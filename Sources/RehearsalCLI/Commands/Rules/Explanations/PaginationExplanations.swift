/// The explanations of the rules PAGE.
enum PaginationExplanations {
    static let all: [String: RuleExplanation] = [:]
}
