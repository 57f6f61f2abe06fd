import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalTestSupport
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
        let alarms = rows.filter { !$0.isUntold }.flatMap(\.falseAlarms)
        print(
            "gallery \(rows.count - misses.count)/\(rows.count) killed, \(misses.count) misses, \(alarms.count) false alarms"
        )
        for row in misses { Issue.record("\(row.defect.rule) misses \(row.name)") }
        for row in rows where !row.isUntold { for alarm in row.falseAlarms { Issue.record("\(row.name): \(alarm)") } }
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

        /// What else does not pass, although nothing is wrong with it.
        var falseAlarms: [String] {
            results.filter { !$0.isPassOrUntold && $0.verdict != .blocked(by: defect.rule) && $0.rule != defect.rule }
                .map { "\($0.id) is \($0.verdict): \($0.findings.joined(separator: "; "))" }
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

        /// What is tried of every client of the gallery, which all declare the same.
        private static let plan = Plan(Gallery.reference.declaration.withScenarios)

        /// How many are tried at once; most of what they do is waiting.
        private static let width = 6
    }
}
