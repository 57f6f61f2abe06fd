import RehearsalContracts
import RehearsalDocuments
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import RehearsalTestSupport
import RehearsalVerify

/// A client with a defect of published samples, and the report on it.
struct ShownDefect: Sendable {
    let defect: Defect
    let report: ReportSnapshot
    /// Whether the machine was too busy to judge a clause.
    let isUntold: Bool

    /// The defects of the page in its order.
    static let all = Defect.all.filter { $0.number < 100 }.sorted { $0.number < $1.number }

    /// The plan for every client of the gallery, because their declarations are equal.
    private static let plan = Result {
        let files = SubjectFileLookup(answer: SubjectFileLookup.none.recordedReply) { source in
            try LoadedScenario(source, referencedBy: "the gallery", root: nil).scenario
        }
        return Plan(try Gallery.reference.declaration.withScenarios(files))
    }

    /// Tries a client with that defect on the operations that show it.
    init(_ defect: Defect) async throws {
        var run = ContractRun(Gallery.client(with: defect), plan: try Self.plan.get())
        run.plan.clauses.removeAll { !defect.operations.contains($0.operation.name) }
        run.plan.probes.removeAll { !defect.operations.contains($0.operation.name) }
        let report = await run.report()
        isUntold = report.results.contains { $0.isMachineBusy }
        (self.defect, self.report) = (defect, report.snapshot)
    }

    /// The terminal's output for the broken rule: the rule, its first clause, and the blocked clauses.
    ///
    /// Times and positions in the log differ from run to run and are omitted.
    var quotation: [String] {
        let lines = report.lines()
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(defect.rule) (") }) else { return [] }
        let block = lines[start...].prefix { !$0.isEmpty }
        let clauses = block.indices.filter { block[$0].hasPrefix("  \(defect.rule)/") }
        let first = clauses.first.map { block[$0..<(clauses.dropFirst().first ?? block.endIndex)] } ?? []
        let more = clauses.count > 1 ? ["  … and \(clauses.count - 1) more of \(defect.rule)"] : []
        let blocked = block.filter { $0.hasPrefix("  blocks ") }
        let shown = first.filter { line in !["waits", "sent"].contains { line.hasPrefix("    \($0):") } }
        return block.prefix(2) + shown.filter { !blocked.contains($0) }.map(\.withoutTimes) + more + blocked
    }
}

extension String {
    /// `+0.016 s` as `+…`, and a value that became the present as `…`.
    fileprivate var withoutTimes: String {
        replacing(/\+\d+\.\d+ s/, with: "+…").replacing(/\d+(\.\d+)? ms/, with: "… ms")
            .replacing(/became "20\d\d-[^"]*"/, with: "became \"…\"")
    }
}
