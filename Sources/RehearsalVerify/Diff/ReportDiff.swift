import Rehearsal
package import RehearsalContracts
package import RehearsalReports

/// The differences between two reports on a client, clause by clause.
package struct ReportDiff: Sendable, Hashable {
    /// The name of the subject in the old report.
    package var old: String
    /// The name of the subject in the new report.
    package var new: String
    /// The number of clauses in the new report.
    package var clauses: Int
    /// The clauses with another verdict, in the order of the new report, then those that only the old report has.
    package var changes: [Change]
    /// The clauses that fail only in the new report, by rule.
    package var newFailures: [Group]
    /// The clauses that failed in the old report and pass in the new one, by rule.
    package var fixed: [Group]
    /// The errors of the new run that the old report does not contain.
    package var errors: [String]

    /// The change of the verdict on one clause.
    package struct Change: Sendable, Hashable, Identifiable {
        package var id: String
        package var rule: String
        package var operation: String
        /// The old verdict; nil if the old report lacks the clause.
        package var before: Verdict?
        /// The new verdict; nil if the new report lacks the clause.
        package var after: Verdict?
        /// The first finding, otherwise the reason of the new verdict; nil if there is neither.
        package var reason: String?
    }

    /// The changed clauses of one rule.
    package struct Group: Sendable, Hashable {
        package var rule: ReportSnapshot.Rule
        package var changes: [Change]
        /// The number of other clauses that the rule newly blocks, or no longer blocks.
        package var blocks: Int
    }

    /// Whether the new report has new failures or errors.
    package var isBroken: Bool { !newFailures.isEmpty || !errors.isEmpty }

    package init(from old: ReportSnapshot, to new: ReportSnapshot) {
        (self.old, self.new, clauses) = (old.subject, new.subject, new.clauses.count)
        errors = new.errors.filter { !old.errors.contains($0) }
        changes = Self.changes(old, new)
        let all = changes
        newFailures = Self.groups(all.filter { $0.kind == .broke }, new) { rule in
            all.count { $0.after == .blocked(by: rule) && $0.before?.kind != .blocked }
        }
        fixed = Self.groups(all.filter { $0.kind == .mended }, new) { rule in
            all.count { $0.before == .blocked(by: rule) && $0.after == .pass }
        }
    }

    private static func changes(_ old: ReportSnapshot, _ new: ReportSnapshot) -> [Change] {
        let before = Dictionary(old.clauses.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let after = Set(new.clauses.map(\.id))
        let untried = Dictionary(
            new.notApplicable.map { ("\($0.rule)/\($0.operation)", $0.reason) },
            uniquingKeysWith: { first, _ in first }
        )
        // A report lists a probe only if it has findings, so a probe that is not listed passed.
        let (oldProbes, newProbes) = (probeIDs(old), probeIDs(new))
        let present = new.clauses.map { clause in
            let unlisted: Verdict? = oldProbes.contains(clause.id) ? .pass : nil
            return Change(clause, before: before[clause.id]?.verdict ?? unlisted, after: clause.verdict)
        }
        let absent = old.clauses.filter { !after.contains($0.id) }.map { clause in
            if newProbes.contains(clause.id) { return Change(clause, before: clause.verdict, after: .pass) }
            let reason = untried["\(clause.rule)/\(clause.operation)"]
            var change = Change(clause, before: clause.verdict, after: reason.map { .notApplicable($0) })
            change.reason = reason
            return change
        }
        return (present + absent).filter { $0.before?.kind != $0.after?.kind }
    }

    /// Returns the IDs of all clauses and probes in the decoding maps of a report.
    private static func probeIDs(_ report: ReportSnapshot) -> Set<String> {
        Set(report.maps.lazy.flatMap(\.changes).map(\.clause))
    }

    private static func groups(
        _ changes: [Change],
        _ report: ReportSnapshot,
        blocked: (String) -> Int,
    ) -> [Group] {
        changes.grouped(by: \.rule).map { rule, changes in
            Group(rule: report.rule(rule), changes: changes, blocks: blocked(rule))
        }.sortedStably { $0.blocks > $1.blocks }
    }
}

extension ReportDiff.Change {
    /// A kind of change: `broke` is a new failure, `mended` a fixed one, `freed` a clause that is no longer blocked.
    package enum Kind: Sendable, Hashable, CaseIterable {
        case broke, mended, known, blocked, freed, undecided, decided, notApplicable, added, removed
    }

    package var kind: Kind {
        switch (before?.kind, after?.kind) {
        case (_, .fail): .broke
        case (_, .notApplicable): .notApplicable
        case (_, nil): .removed
        case (_, .knownFailure), (_, .flaky): .known
        case (nil, _): .added
        case (_, .blocked): .blocked
        case (_, .inconclusive), (_, .notJudged): .undecided
        case (.blocked, .pass): .freed
        case (.inconclusive, .pass), (.notJudged, .pass), (.notApplicable, .pass): .decided
        case (_, .pass): .mended
        }
    }

    fileprivate init(_ clause: ReportSnapshot.Clause, before: Verdict?, after: Verdict?) {
        (id, rule, operation) = (clause.id, clause.rule, clause.operation)
        (self.before, self.after) = (before, after)
        reason = clause.findings.first ?? after?.reason
    }
}
