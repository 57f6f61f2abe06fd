import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite("Defects × rules", .admitted)
struct MatrixTests {
    @Test("Each defect is found by its rule, and by no other.")
    func matrix() async {
        var rows = await Row.all()
        // What a busy machine may have done is tried again with nothing beside it.
        for index in rows.indices where !rows[index].isClean { rows[index] = await Row(rows[index].defect) }
        let misses = rows.filter { !$0.isKilled && !$0.isUntold }
        let alarms = rows.flatMap { row in row.falseAlarms.map { "\(row.name): \($0)" } }
        print(
            "gallery \(rows.count - misses.count)/\(rows.count) killed, \(misses.count) misses, \(alarms.count) false alarms"
        )
        for row in misses { Issue.record("\(row.defect.rule) misses \(row.name)") }
        for alarm in alarms { Issue.record("\(alarm)") }
    }

    /// What the rules say of one defect.
    private struct Row: Sendable {
        var defect: Defect
        var results: [ClauseResult]

        var name: String { "defect \(defect.number), \"\(defect.summary)\"" }

        /// Whether its rule fails.
        var isKilled: Bool { results.contains { $0.rule == defect.rule && $0.verdict == .fail } }

        /// Whether this machine was too busy to tell, so that nothing that rests on the rule is blocked either.
        var isUntold: Bool {
            !isKilled && results.contains { $0.rule == defect.rule && $0.isUntoldByBusyMachine }
        }

        var isClean: Bool { isKilled && falseAlarms.isEmpty }

        /// The other clauses that do not pass, although the client violates none of them.
        ///
        /// A clause that rests on the defect's rule is blocked by it. It is judged where that rule has no verdict, and
        /// then it fails.
        var falseAlarms: [String] {
            results.filter { result in
                let isBlocked = result.verdict == .blocked(by: defect.rule)
                let isJudgedInstead = isUntold && Self.rests(result.rule, on: defect.rule)
                return !result.isPassOrUntold && result.rule != defect.rule && !isBlocked && !isJudgedInstead
            }
            .map { "\($0.id) is \($0.verdict): \($0.findings.joined(separator: "; "))" }
        }

        /// Whether a rule rests on another one, directly or not.
        private static func rests(_ rule: String, on other: String) -> Bool {
            let foundations = Catalogue.rule(rule)?.restsOn ?? []
            return foundations.contains(other) || foundations.contains { rests($0, on: other) }
        }

        init(_ defect: Defect) async {
            self.defect = defect
            var run = ContractRun(Gallery.client(with: defect), plan: Self.plan)
            run.plan.clauses.removeAll { !defect.operations.contains($0.operation.name) }
            run.plan.probes.removeAll { !defect.operations.contains($0.operation.name) }
            results = await run.report().results
        }

        /// Of every defect.
        static func all() async -> [Row] {
            var waiting = Defect.all[...]
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

        /// The plan for every client of the gallery: their declarations are the same.
        private static let plan = Plan(Gallery.reference.declaration.withScenarios)

        /// How many are tried at once; most of what they do is waiting.
        private static let width = 6
    }
}
