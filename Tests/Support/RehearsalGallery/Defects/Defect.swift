/// One thing that a client of the gallery does wrong.
package struct Defect: Sendable, Hashable {
    /// What it is asked for by: `reference-subject parking --defect 7`.
    package let number: Int
    /// What it is, in a few words.
    package let summary: String
    /// The rule that must find it, and no other.
    package let rule: String

    /// The operations in which it shows, among them one that tells everything.
    package let operations: [String]

    package init(
        _ number: Int,
        breaks rule: String,
        in operations: [String] = ["fetchReservations"],
        _ summary: String,
    ) {
        (self.number, self.summary, self.rule, self.operations) = (number, summary, rule, operations)
    }
}
