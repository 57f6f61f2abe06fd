import Rehearsal

/// A check of the evidence of a clause that collects findings.
///
/// A rule states each expectation in one call. A violated expectation adds a finding, and the check goes on.
package struct CaseAssertions: Sendable {
    package let declaration: Declaration
    package let operation: Declaration.Operation
    package let exercise: TestCase
    /// The evidence of each run of the test case.
    package let runs: [CaseEvidence]
    /// The strictness of time limits.
    package let timing: Timing

    /// The differences found, each with the kind of its evidence.
    package private(set) var findings: [Finding] = []
    /// The findings as text: `expected 3 requests, saw 1`.
    package var findingTexts: [String] { findings.map(\.text) }
    /// The reasons why the clause cannot be judged; findings count regardless.
    package private(set) var inconclusiveReasons: [String] = []
    /// Whether a doubt remains that another run cannot remove.
    package private(set) var isPermanentlyInconclusive = false
    /// The notes for the reader of the report that are not findings.
    package private(set) var notes: [String] = []
    /// The client's waits with their bounds, for the chart of the report.
    package var waits: [Wait] = []

    package init(
        _ declaration: Declaration,
        _ clause: PlannedClause,
        _ runs: [CaseEvidence],
        timing: Timing = .on,
    ) {
        (self.declaration, operation, exercise) = (declaration, clause.operation, clause.exercise)
        (self.runs, self.timing) = (runs, timing)
    }

    /// The strictness of time limits.
    package enum Timing: String, Sendable, Hashable, CaseIterable {
        /// Lower bounds only.
        case off
        /// Lower and upper bounds, with the overhead that was measured.
        case on
        /// Lower and upper bounds, and the distribution of waits.
        case strict
    }

    /// A wait of the client between two attempts, and its bounds.
    package struct Wait: Sendable, Hashable {
        package var gap: Duration
        package var least: Duration?
        package var most: Duration?
        /// Whether the wait passes, including the tolerance for clocks and machines.
        package var isWithinBounds: Bool

        package init(_ gap: Duration, least: Duration? = nil, most: Duration? = nil, isRight: Bool = true) {
            (self.gap, self.least, self.most, self.isWithinBounds) = (gap, least, most, isRight)
        }
    }

    /// The evidence of a test case with one run.
    package var evidence: CaseEvidence { runs[0] }

    /// Adds a finding.
    package mutating func fail(_ text: String, _ basis: Finding.Basis = .event) {
        findings.append(Finding(text: text, basis: basis))
    }

    /// Adds a reason why the clause cannot be judged.
    ///
    /// - Parameter isPassing: whether another run may remove the doubt.
    package mutating func markInconclusive(_ text: String, isPassing: Bool = false) {
        inconclusiveReasons.append(text)
        if !isPassing { isPermanentlyInconclusive = true }
    }
    /// Adds a note for the reader of the report.
    package mutating func note(_ text: String) { notes.append(text) }

    /// The outcome of the first call.
    package var outcome: ClientOutcome? { evidence.answer.outcomes.first }
}

/// A difference between what a rule requires and what was observed.
package struct Finding: Sendable, Hashable {
    /// The difference in one sentence: `expected 3 requests, saw 1`.
    package var text: String
    package var basis: Basis

    /// The kind of evidence for a finding.
    package enum Basis: Sendable, Hashable {
        /// Something was sent, returned or omitted.
        ///
        /// A delay of the client's own timers by the machine is another explanation.
        case event
        /// Something came too late, by this duration. An equal delay by the machine is another explanation.
        case late(by: Duration)
        /// Something that a correct client rarely does. It counts if it happens again.
        case chance
    }
}
