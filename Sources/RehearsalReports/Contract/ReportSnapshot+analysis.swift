import Rehearsal
package import RehearsalContracts

extension ReportSnapshot {
    /// A failed rule, its failed clauses, and the clauses that it blocks.
    package struct FailedRule: Sendable, Hashable {
        package var rule: Rule
        package var clauses: [Clause]
        package var blocked: [Clause]

        /// The rules of the blocked clauses: `BACK-01 (3), BACK-05 (6)`.
        package var blockedRules: String { countedList(blocked.map(\.rule)) }
    }

    /// A row of the table of verdicts: the results of one rule, operation by operation.
    package struct Row: Sendable, Hashable {
        package var rule: Rule
        /// The cells in the order of ``operations``.
        package var cells: [Cell]
    }

    /// A cell of the table of verdicts: the results of one rule with one operation.
    package struct Cell: Sendable, Hashable {
        package var rule: String
        package var operation: String
        package var clauses: [Clause]
        /// The reasons why clauses are not applicable.
        package var reasons: [String]

        /// The number of clauses with each verdict, the worst first.
        package var kinds: [(kind: Verdict.Kind, count: Int)] {
            Verdict.Kind.worstFirst.compactMap { kind in
                let count =
                    clauses.count { $0.verdict.kind == kind } + (kind == .notApplicable ? reasons.count : 0)
                return count == 0 ? nil : (kind, count)
            }
        }

        /// The worst verdict; nil for an empty cell.
        package var worst: Verdict.Kind? { kinds.first?.kind }
    }
}

extension ReportSnapshot {
    /// The failed rules. Those that block the most clauses are first, the others in the order of their failed clauses.
    package var failedRules: [FailedRule] {
        let failedRules = clauses(.fail).grouped(by: \.rule).map { id, failed in
            let blocked = clauses.filter { $0.verdict == .blocked(by: id) }
            let operations = Set((failed + blocked.filter { $0.rule == id }).map(\.operation))
            return FailedRule(
                rule: rule(id),
                clauses: failed,
                blocked: blocked.filter { operations.contains($0.operation) }
            )
        }
        return failedRules.sortedStably { $0.blocked.count > $1.blocked.count }
    }

    /// The blocked clauses that are not listed with a failed rule, because a known failure blocks them.
    package var blockedByKnownFailures: [Clause] {
        let listed = Set(failedRules.flatMap(\.blocked).map(\.id))
        return clauses(.blocked).filter { !listed.contains($0.id) }
    }

    /// Returns the distinct names in order, each with its number of occurrences if that is above 1.
    package static func countedList(_ names: [String]) -> String {
        names.grouped(by: \.self).map { $0.elements.count == 1 ? $0.key : "\($0.key) (\($0.elements.count))" }
            .joined(separator: ", ")
    }

    /// The rows of the table of verdicts: the rules of each profile, and then the promises.
    package struct ProfileRows: Sendable, Hashable {
        /// The profile; nil for the promises.
        package var profile: Plan.Profile?
        package var rows: [Row]

        /// The display name.
        package var title: String { profile?.rawValue ?? "promises" }
    }

    /// The rows of the table of verdicts by profile, smallest first, each in the order of the report's rules.
    package var matrixByProfile: [ProfileRows] {
        let rows = matrix
        return (Plan.Profile.allCases.map(Optional.some) + [nil]).compactMap { profile in
            let members = rows.filter { $0.rule.profile == profile }
            return members.isEmpty ? nil : ProfileRows(profile: profile, rows: members)
        }
    }

    /// The number of clauses with each verdict by profile: `core: 180 pass, 1 fail; promises: 12 pass`.
    ///
    /// It is nil if all rules of the report have the same profile.
    var countsByProfile: String? {
        let groups = matrixByProfile
        guard groups.count > 1 else { return nil }
        return groups.map { group in
            let verdicts = group.rows.flatMap(\.cells).flatMap(\.clauses).map(\.verdict.kind)
            let counts = Verdict.Kind.allCases.compactMap { kind in
                let count = verdicts.count { $0 == kind }
                return count == 0 ? nil : "\(count) \(kind.title)"
            }
            return "\(group.title): \(counts.isEmpty ? "no clauses" : counts.joined(separator: ", "))"
        }.joined(separator: "; ")
    }

    /// The rows of the table of verdicts, in the order of the report's rules.
    package var matrix: [Row] {
        let clausesByCell = Dictionary(grouping: clauses) { [$0.rule, $0.operation] }
        let notApplicableByCell = Dictionary(grouping: notApplicable) { [$0.rule, $0.operation] }
        let operations = operations
        return listedRules.map { rule in
            let cells = operations.map { operation in
                Cell(
                    rule: rule.id,
                    operation: operation,
                    clauses: clausesByCell[[rule.id, operation]] ?? [],
                    reasons: (notApplicableByCell[[rule.id, operation]] ?? []).map(\.reason)
                )
            }
            return Row(rule: rule, cells: cells)
        }
    }

    /// The rules that the table lists: all rules of the report, except those that are only prerequisites.
    private var listedRules: [Rule] {
        let named = (clauses.map(\.rule) + notApplicable.map(\.rule)).unique
        let known = rules.map(\.id)
        return (known.filter(Set(named).contains) + named.filter { !known.contains($0) }).map(rule)
    }

    /// A reason why rules do not apply, and these rules.
    package struct NotApplicableReason: Sendable, Hashable {
        package var reason: String
        /// The rules with their operations: `DEC-01, DEC-02 of getUser; REQ-04 of getUser, createUser`.
        package var places: String

        /// Whether the rules apply as soon as the contract declares the member that ends the reason: `(pages)`.
        package var isUndeclared: Bool { reason.contains(" not declare") && reason.hasSuffix(")") }
    }

    /// The rules that do not apply, by reason.
    package var notApplicableByReason: [NotApplicableReason] {
        notApplicable.grouped(by: \.sharedReason).map {
            NotApplicableReason(reason: $0.key, places: Self.places($0.elements))
        }
    }

    /// Returns a list of rules, in which rules that do not apply to the same operations are grouped.
    private static func places(_ items: [Plan.NotApplicable]) -> String {
        let rules = items.grouped(by: \.rule).map { (name: $0.key, operations: $0.elements.map(\.operation).unique) }
        return rules.grouped(by: \.operations).map { operations, rules in
            "\(rules.map(\.name).joined(separator: ", ")) of \(operations.joined(separator: ", "))"
        }.joined(separator: "; ")
    }
}

extension Plan.NotApplicable {
    /// The reason with "it" for the name of the operation, so that several operations have the same reason.
    fileprivate var sharedReason: String {
        let words = reason.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { $0 == operation ? "it" : String($0) }.joined(separator: " ")
    }
}

extension Verdict.Kind {
    /// The verdicts, sorted by their importance for the reader of a report.
    package static let worstFirst: [Verdict.Kind] = [
        .fail, .notJudged, .blocked, .flaky, .knownFailure, .inconclusive, .pass, .notApplicable,
    ]
}
