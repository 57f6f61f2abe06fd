import Rehearsal

/// Tokens that cannot be guessed.
package enum Secret {
    /// 128 random bits in hexadecimal.
    package static func made() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in generator.next().hexadecimal }.joined()
    }

    /// Whether two are the same, in a time that says nothing about where they differ.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
