/// The explanations of the rules CACHE.
enum CachingExplanations {
    static let all: [String: RuleExplanation] = [:]
}
