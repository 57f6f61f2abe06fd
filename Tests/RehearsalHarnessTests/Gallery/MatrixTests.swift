import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite("Defects × rules", .limitedConcurrency)
struct MatrixTests {
    @Test("Each defect is found by its rule and by no other.")
    func matrix() async {
        var rows = await Row.all()
        // A failure that a busy machine may have caused is tried again without parallel work.
        for index in rows.indices where !rows[index].isClean { rows[index] = await Row(rows[index].defect) }
        let misses = rows.filter { !$0.isKilled && !$0.isUntold }
        let alarms = rows.flatMap { row in row.falseAlarms.map { "\(row.name): \($0)" } }
        print(
            "gallery \(rows.count - misses.count)/\(rows.count) killed, \(misses.count) misses, \(alarms.count) false alarms"
        )
        for row in misses { Issue.record("\(row.defect.rule) misses \(row.name)") }
        for alarm in alarms { Issue.record("\(alarm)") }
    }

    /// The results of the rules for one defect.
    private struct Row: Sendable {
        var defect: Defect
        var results: [ClauseResult]

        var name: String { "defect \(defect.number), \"\(defect.summary)\"" }

        /// Whether its rule fails.
        var isKilled: Bool { results.contains { $0.rule == defect.rule && $0.verdict == .fail } }

        /// Whether the machine was too busy to judge the rule, so that no dependent clause is blocked either.
        var isUntold: Bool {
            !isKilled && results.contains { $0.rule == defect.rule && $0.isMachineBusy }
        }

        var isClean: Bool { isKilled && falseAlarms.isEmpty }

        /// The other clauses that fail although the client meets them.
        ///
        /// A clause that depends on the defect's rule is blocked by it. If that rule has no verdict, the clause is
        /// judged and fails.
        var falseAlarms: [String] {
            results.filter { result in
                let isBlocked = result.verdict == .blocked(by: defect.rule)
                let isJudgedInstead = isUntold && Self.rests(result.rule, on: defect.rule)
                return !result.isPassOrMachineBusy && result.rule != defect.rule && !isBlocked && !isJudgedInstead
            }
            .map { "\($0.id) is \($0.verdict): \($0.findings.joined(separator: "; "))" }
        }

        /// Whether a rule depends on another one, directly or indirectly.
        private static func rests(_ rule: String, on other: String) -> Bool {
            let foundations = RuleCatalogue.rule(rule)?.dependsOn ?? []
            return foundations.contains(other) || foundations.contains { rests($0, on: other) }
        }

        init(_ defect: Defect) async {
            self.defect = defect
            var run = ContractRun(Gallery.client(with: defect), plan: Self.plan)
            run.plan.clauses.removeAll { !defect.operations.contains($0.operation.name) }
            run.plan.probes.removeAll { !defect.operations.contains($0.operation.name) }
            results = await run.report().results
        }

        /// The rows of all defects.
        static func all() async -> [Row] {
            var waiting = Defect.all.filter { !$0.isOnlyInOwnProcess }[...]
            return await withTaskGroup(of: Row.self) { group in
                for defect in waiting.prefix(width) { group.addTask { await Row(defect) } }
                waiting = waiting.dropFirst(width)
                var rows: [Row] = []
                for await row in group {
                    rows.append(row)
                    if let defect = waiting.popFirst() { group.addTask { await Row(defect) } }
                }
                return rows.sorted { $0.defect.number < $1.defect.number }
            }
        }

        /// The plan for every client of the gallery, because their declarations are equal.
        private static let plan = Plan(Gallery.reference.declaration.withScenarios, profile: .strict)

        /// The number of defects that are tried in parallel; most of their time is waiting.
        private static let width = 6
    }
}
