import Rehearsal
package import RehearsalContracts
package import RehearsalReports

/// The changes between two reports on a client, clause by clause.
package struct ReportDiff: Sendable, Hashable {
    package var old: String
    package var new: String
    /// The number of clauses of the new report.
    package var clauses: Int
    /// Every clause whose verdict changed, in the order of the new report, then those that only the old one has.
    package var changes: [Change]
    /// The clauses that fail now and did not fail before, by rule, with the number of clauses that they block.
    package var broke: [Group]
    /// The clauses that failed before and pass now, by rule.
    package var mended: [Group]
    /// The errors of the new run that the old run did not have.
    package var errors: [String]

    /// A change of one clause.
    package struct Change: Sendable, Hashable, Identifiable {
        package var id: String
        package var rule: String
        package var operation: String
        /// The old verdict; nil if the old report lacks the clause.
        package var before: Verdict?
        /// The new verdict; nil if the new report lacks the clause.
        package var after: Verdict?
        /// The first finding, or the reason of the new verdict.
        package var why: String?
    }

    /// The clauses of one rule.
    package struct Group: Sendable, Hashable {
        package var rule: ReportSnapshot.Rule
        package var changes: [Change]
        /// The number of other clauses that the rule blocks now, or blocked before.
        package var blocks: Int
    }

    /// Whether the new report has new failures or errors.
    package var isBroken: Bool { !broke.isEmpty || !errors.isEmpty }

    package init(from old: ReportSnapshot, to new: ReportSnapshot) {
        (self.old, self.new, clauses) = (old.subject, new.subject, new.clauses.count)
        errors = new.errors.filter { !old.errors.contains($0) }
        changes = Self.changes(old, new)
        let all = changes
        broke = Self.groups(all.filter { $0.kind == .broke }, new) { rule in
            all.count { $0.after == .blocked(by: rule) && $0.before?.kind != .blocked }
        }
        mended = Self.groups(all.filter { $0.kind == .mended }, new) { rule in
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
        // Clauses of a decoding map are listed only if they have findings.
        let (quietBefore, quietAfter) = (probed(old), probed(new))
        let tried = new.clauses.map { clause in
            let quiet: Verdict? = quietBefore.contains(clause.id) ? .pass : nil
            return Change(clause, before: before[clause.id]?.verdict ?? quiet, after: clause.verdict)
        }
        let gone = old.clauses.filter { !after.contains($0.id) }.map { clause in
            if quietAfter.contains(clause.id) { return Change(clause, before: clause.verdict, after: .pass) }
            let reason = untried["\(clause.rule)/\(clause.operation)"]
            var change = Change(clause, before: clause.verdict, after: reason.map { .notApplicable($0) })
            change.why = reason
            return change
        }
        return (tried + gone).filter { $0.before?.kind != $0.after?.kind }
    }

    /// Returns the ids of all clauses in the decoding maps of a report.
    private static func probed(_ report: ReportSnapshot) -> Set<String> {
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
    /// A kind of change.
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
        why = clause.findings.first ?? after?.reason
    }
}
