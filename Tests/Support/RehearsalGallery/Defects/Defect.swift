/// A defect that a client of the gallery can have.
package struct Defect: Sendable, Hashable {
    /// The number that selects the defect: `reference-subject gallery --defect 7`.
    package let number: Int
    /// A sentence about the client, without its subject.
    package let summary: String
    /// The ID of the rule that the defect breaks; it breaks no other rule.
    package let rule: String

    /// The operations that the defect affects. Some tests run only these.
    package let operations: [String]

    /// Whether the rule applies only to a client in a process of its own.
    package let isOnlyInOwnProcess: Bool

    package init(
        _ number: Int,
        breaks rule: String,
        in operations: [String] = ["fetchReservations"],
        onlyInOwnProcess isOnlyInOwnProcess: Bool = false,
        _ summary: String,
    ) {
        (self.number, self.summary, self.rule, self.operations) = (number, summary, rule, operations)
        self.isOnlyInOwnProcess = isOnlyInOwnProcess
    }
}
