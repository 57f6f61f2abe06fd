import Rehearsal
package import RehearsalContracts

/// A contract report as texts and numbers without secrets, which a run creates or which is read from JSON.
package struct ReportSnapshot: Sendable, Hashable {
    package var subject = ""
    package var platform = ""
    package var transport = ""
    package var profile = ""
    package var timing = ""
    /// The start of the run: `2026-03-02T08:00:00Z`.
    package var startedAt: String?
    package var elapsed = Duration.zero
    /// The bound on the time that the machine adds to a wait; nil if it was not measured.
    package var overhead: Duration?
    /// The command that repeats the run; nil if it is unknown.
    package var command: String?
    /// The errors of the run, including ``protocolViolations``.
    package var errors: [String] = []
    /// The subject's violations of the process protocol that do not belong to one clause.
    package var protocolViolations: [String] = []
    package var warnings: [String] = []
    /// The rules that the report mentions, in the order of the catalogue.
    package var rules: [Rule] = []
    /// The clauses in the order of the plan.
    package var clauses: [Clause] = []
    package var notApplicable: [Plan.NotApplicable] = []
    /// The decoding maps by operation.
    package var maps: [Map] = []

    /// Returns the rule with an ID; a rule without other properties if the report does not contain it.
    package func rule(_ id: String) -> Rule {
        rules.first { $0.id == id } ?? Rule(id: id)
    }

    /// The names of the operations: first those with clauses, then those to which no rule applies.
    package var operations: [String] { (clauses.map(\.operation) + notApplicable.map(\.operation)).unique }
}

extension ReportSnapshot {
    /// The verdict on the whole run.
    package enum OverallVerdict: String, Sendable, Hashable {
        /// The client meets the contract, except for known failures.
        case met
        /// The only failures are known, and they block other clauses.
        case blocked
        /// A clause failed, or the run had an error.
        case failed
        /// A clause could not be run, the subject violated the process protocol, or the report has no clauses.
        case notJudged
    }

    /// The verdict on the run. Of several that apply, `failed` precedes `notJudged`, and this precedes `blocked`.
    package var outcome: OverallVerdict {
        if count(.fail) > 0 || errors.count > protocolViolations.count { return .failed }
        if count(.notJudged) > 0 || !protocolViolations.isEmpty || clauses.isEmpty { return .notJudged }
        return count(.blocked) > 0 ? .blocked : .met
    }

    /// Returns the number of clauses with a verdict. Rules that do not apply count once for each operation.
    package func count(_ kind: Verdict.Kind) -> Int {
        clauses.count { $0.verdict.kind == kind } + (kind == .notApplicable ? notApplicable.count : 0)
    }

    /// The outcome, and the number of clauses with each verdict: `failed: 118 pass, 2 fail, 0 known failure, …`.
    package var headline: String {
        let counts = Verdict.Kind.allCases.map { "\(count($0)) \($0.title)" }.joined(separator: ", ")
        return "\(outcome.title): \(counts)"
    }

    /// The conditions of the run: `parking on linux by urlSession, profile core, timing on, 158 clauses in 4.2 s`.
    package var context: String {
        return "\(subject) on \(platform) by \(transport), profile \(profile), timing \(timing), "
            + "\(clauses.count.counted("clause")) in \(elapsed.displayText)"
    }

    /// A sentence on the clauses that known failures block; nil if there are none.
    package var knownFailureNotice: String? {
        let count = blockedByKnownFailures.count
        guard count > 0 else { return nil }
        return
            "\(count.counted("clause")) depend\(count == 1 ? "s" : "") on known failures, so the verdict on "
            + (count == 1 ? "it is unknown" : "them is unknown")
    }

    /// Returns the clauses with a verdict, in the order of the plan.
    package func clauses(_ kind: Verdict.Kind) -> [Clause] { clauses.filter { $0.verdict.kind == kind } }
}

extension ReportSnapshot.OverallVerdict {
    /// The display name.
    package var title: String {
        switch self {
        case .met, .failed: rawValue
        case .blocked: "met in part"
        case .notJudged: "could not be judged"
        }
    }
}
