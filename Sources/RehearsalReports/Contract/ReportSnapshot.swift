import Rehearsal
package import RehearsalContracts

/// A redacted report of texts and numbers, created by a run or read back from JSON.
package struct ReportSnapshot: Sendable, Hashable {
    package var subject = ""
    package var platform = ""
    package var transport = ""
    package var profile = ""
    package var timing = ""
    /// The start of the run: `2026-03-02T08:00:00Z`.
    package var startedAt: String?
    package var elapsed = Duration.zero
    /// The measured overhead by which a wait may exceed its expected length (E).
    package var overhead: Duration?
    /// The command that repeats the run.
    package var command: String?
    package var errors: [String] = []
    /// The errors that are protocol violations of the subject, which prevent verdicts.
    package var protocolViolations: [String] = []
    package var warnings: [String] = []
    /// The rules that the report mentions, in the order of the catalogue.
    package var rules: [Rule] = []
    /// The clauses in the order of the plan.
    package var clauses: [Clause] = []
    package var notApplicable: [Plan.NotApplicable] = []
    /// The decoding maps by operation.
    package var maps: [Map] = []

    /// Returns the rule with an id; for an unknown id, a rule with nothing but the id.
    package func rule(_ id: String) -> Rule {
        rules.first { $0.id == id } ?? Rule(id: id)
    }

    /// The operations with clauses or inapplicable rules, in order.
    package var operations: [String] { (clauses.map(\.operation) + notApplicable.map(\.operation)).unique }
}

extension ReportSnapshot {
    /// The verdict on the whole run.
    package enum OverallVerdict: String, Sendable, Hashable {
        case held
        /// The only failures are known, and they block other clauses.
        case blocked
        case failed, notJudged
    }

    /// The verdict on the run: failed with a failure or an error of the run; not judged if a clause could not be tried;
    /// blocked if clauses depend on known failures.
    package var outcome: OverallVerdict {
        if count(.fail) > 0 || errors.count > protocolViolations.count { return .failed }
        if count(.notJudged) > 0 || !protocolViolations.isEmpty || clauses.isEmpty { return .notJudged }
        return count(.blocked) > 0 ? .blocked : .held
    }

    /// Returns the number of clauses with a verdict; inapplicable ones are counted by rule and operation.
    package func count(_ kind: Verdict.Kind) -> Int {
        clauses.count { $0.verdict.kind == kind } + (kind == .notApplicable ? notApplicable.count : 0)
    }

    /// The outcome with the counts of all eight verdicts: `failed: 118 pass, 2 fail, 0 known failure, …`.
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

    package func clauses(_ kind: Verdict.Kind) -> [Clause] { clauses.filter { $0.verdict.kind == kind } }
}

extension ReportSnapshot.OverallVerdict {
    /// The display name.
    package var title: String {
        switch self {
        case .held, .failed: rawValue
        case .blocked: "held in part"
        case .notJudged: "could not be judged"
        }
    }
}
