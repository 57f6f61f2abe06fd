/// A defect that a client of the gallery can have.
package struct Defect: Sendable, Hashable {
    /// The number that selects it: `reference-subject parking --defect 7`.
    package let number: Int
    /// A short description, a sentence without its subject.
    package let summary: String
    /// The ID of the only rule that must find it.
    package let rule: String

    /// The operations that the defect affects, for tests that run only these.
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
