import Rehearsal

/// The assertions of a rule about the evidence of a clause.
///
/// A rule states each expectation in one call. A violated expectation adds a finding and does not end the check.
package struct CaseAssertions: Sendable {
    package let declaration: Declaration
    package let operation: Declaration.Operation
    package let testCase: TestCase
    /// The evidence of each run of the test case.
    package let runs: [CaseEvidence]
    /// The strictness with which times are judged.
    package let timing: Timing

    /// The violated expectations, each with the kind of its evidence.
    package private(set) var findings: [Finding] = []
    /// The findings as text: `expected 3 requests, saw 1`.
    package var findingTexts: [String] { findings.map(\.text) }
    /// The reasons why the evidence is inconclusive. If there are findings too, the clause fails.
    package private(set) var inconclusiveReasons: [String] = []
    /// Whether another run would be inconclusive for the same reason.
    package private(set) var isPermanentlyInconclusive = false
    /// Remarks for the reader of the report that do not affect the verdict.
    package private(set) var notes: [String] = []
    /// The client's waits with their bounds, for the chart of the report.
    package var waits: [Wait] = []

    package init(
        _ declaration: Declaration,
        _ clause: PlannedClause,
        _ runs: [CaseEvidence],
        timing: Timing = .on,
    ) {
        (self.declaration, operation, testCase) = (declaration, clause.operation, clause.exercise)
        (self.runs, self.timing) = (runs, timing)
    }

    /// The strictness with which times are judged.
    package enum Timing: String, Sendable, Hashable, CaseIterable {
        /// Only the lower bounds of waits are judged.
        case off
        /// The lower and upper bounds of waits are judged; the measured overhead is a tolerance.
        case on
        /// The same as `on`: this version does not judge the distribution of waits.
        case strict
    }

    /// A wait of the client between two attempts, and its bounds.
    package struct Wait: Sendable, Hashable {
        package var gap: Duration
        package var least: Duration?
        package var most: Duration?
        /// Whether the wait is within the bounds and their tolerance for the clock and the machine.
        package var isWithinBounds: Bool

        package init(_ gap: Duration, least: Duration? = nil, most: Duration? = nil, isRight: Bool = true) {
            (self.gap, self.least, self.most, self.isWithinBounds) = (gap, least, most, isRight)
        }
    }

    /// The evidence of the first run, which is the only one of most test cases.
    package var evidence: CaseEvidence { runs[0] }

    /// Adds a finding.
    package mutating func fail(_ text: String, _ basis: Finding.Basis = .event) {
        findings.append(Finding(text: text, basis: basis))
    }

    /// Adds a reason why the evidence is inconclusive.
    ///
    /// - Parameter isTransient: whether another run may be conclusive.
    package mutating func markInconclusive(_ text: String, isTransient: Bool = false) {
        inconclusiveReasons.append(text)
        if !isTransient { isPermanentlyInconclusive = true }
    }
    /// Adds a note for the reader of the report.
    package mutating func note(_ text: String) { notes.append(text) }

    /// The outcome of the first call.
    package var outcome: ClientOutcome? { evidence.answer.outcomes.first }
}

/// A difference between the requirement of a rule and the observed behavior.
package struct Finding: Sendable, Hashable {
    /// The difference in one sentence: `expected 3 requests, saw 1`.
    package var text: String
    package var basis: Basis

    /// The kind of evidence for a finding.
    package enum Basis: Sendable, Hashable {
        /// The client sent, returned or omitted something.
        ///
        /// A correct client does so only if the machine delays the client's own timers.
        case event
        /// An event was late by this duration. The client may be correct if the machine delayed it by as much.
        case late(by: Duration)
        /// The client did something that a correct client rarely does.
        ///
        /// It fails the clause only if a second run confirms it.
        case chance
    }
}
