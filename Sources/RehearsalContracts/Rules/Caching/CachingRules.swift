/// The rules on caching and validators: CACHE.
enum CachingRules {
    static let all: [Rule] = []
}
