/// The rules on parallel calls: CONC.
enum ConcurrencyRules {
    static let all: [Rule] = []
}
