import Rehearsal

/// Looks at the evidence of a clause, and keeps what is wrong with it.
///
/// Rules say in a line each what must be so; each thing that is not so becomes a complaint,
/// and nothing stops at the first.
package struct Examination: Sendable {
    package let declaration: Declaration
    package let operation: Declaration.Operation
    package let exercise: Exercise
    /// Of each time the exercise was done.
    package let runs: [CaseEvidence]
    /// How strictly times are judged.
    package let timing: Timing

    /// The differences that were found, each with the evidence that it rests on.
    package private(set) var findings: [Finding] = []
    /// The findings as text: `expected 3 requests, saw 1`.
    package var complaints: [String] { findings.map(\.text) }
    /// Why the clause cannot be judged; a finding counts all the same.
    package private(set) var doubts: [String] = []
    /// Whether another run may remove every doubt.
    package private(set) var isDoubtLasting = false
    /// What a reader of the report should know although nothing is wrong.
    package private(set) var notes: [String] = []
    /// The waits of the client, and what they may be, for the picture of them.
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

    /// How strictly times are judged.
    package enum Timing: String, Sendable, Hashable, CaseIterable {
        /// Lower bounds only.
        case off
        /// Lower and upper bounds, with the overhead that was measured.
        case on
        /// The shapes of distributions too.
        case strict
    }

    /// How long a client waited between two attempts, and how long it may.
    package struct Wait: Sendable, Hashable {
        package var gap: Duration
        package var least: Duration?
        package var most: Duration?
        /// Whether it passes, with what clocks and machines add to it.
        package var isRight: Bool

        package init(_ gap: Duration, least: Duration? = nil, most: Duration? = nil, isRight: Bool = true) {
            (self.gap, self.least, self.most, self.isRight) = (gap, least, most, isRight)
        }
    }

    /// The evidence, where the exercise was done once.
    package var evidence: CaseEvidence { runs[0] }

    /// Adds a finding.
    package mutating func complain(_ text: String, _ basis: Finding.Basis = .event) {
        findings.append(Finding(text: text, basis: basis))
    }

    /// Adds a reason why the clause cannot be judged.
    ///
    /// - Parameter isPassing: whether another run may show more.
    package mutating func doubt(_ text: String, isPassing: Bool = false) {
        doubts.append(text)
        if !isPassing { isDoubtLasting = true }
    }
    package mutating func note(_ text: String) { notes.append(text) }

    /// What the first call came to.
    package var outcome: ClientOutcome? { evidence.answer.outcomes.first }
}

/// A difference between what a rule requires and what was observed.
package struct Finding: Sendable, Hashable {
    /// One sentence: `expected 3 requests, saw 1`.
    package var text: String
    package var basis: Basis

    /// The kind of evidence that a finding rests on.
    package enum Basis: Sendable, Hashable {
        /// Something was sent, returned or left out.
        ///
        /// A machine that kept the client from its own timers explains it too.
        case event
        /// Something came later than it may, by so much. A machine that delayed it by as much explains it too.
        case late(by: Duration)
        /// Something that a correct client shows once in many runs. It counts if it happens again.
        case chance
    }
}
