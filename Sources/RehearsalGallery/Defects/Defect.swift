/// One thing that a client of the gallery does wrong.
package struct Defect: Sendable, Hashable {
    /// What it is asked for by: `reference-subject parking --defect 7`.
    package let number: Int
    /// What it is, in a few words.
    package let summary: String
    /// The rule that must find it, and no other.
    package let rule: String

    package init(_ number: Int, breaks rule: String, _ summary: String) {
        (self.number, self.summary, self.rule) = (number, summary, rule)
    }
}
