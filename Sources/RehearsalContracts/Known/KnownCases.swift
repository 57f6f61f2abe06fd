package import Rehearsal

/// What is known beforehand to fail, so that a client with faults can be held to what it does right.
package struct KnownCases: Sendable {
    package var lines: [KnownCase]

    package init(_ lines: [KnownCase] = []) { self.lines = lines }

    /// Those lines that mean none of these clauses: a name is wrong, or the clause is no more.
    package func idle(among ids: [String]) -> [KnownCase] {
        lines.filter { line in !ids.contains(where: line.pattern.matches) }
    }

    /// Those lines whose last day has passed.
    package func expired(on today: CivilDate) -> [KnownCase] { lines.filter { $0.isExpired(on: today) } }

    /// Takes what was known into account, and adds to the errors what was known and is not so.
    package func settle(_ report: inout ContractReport) {
        for index in report.results.indices {
            let id = report.results[index].id
            let known = lines.filter { $0.pattern.matches(id) }
            guard let line = known.first(where: { $0.kind == .failing }) ?? known.first else { continue }
            switch (report.results[index].verdict, line.kind) {
            case (.fail, .failing): report.results[index].verdict = .knownFailure
            case (.fail, .flaky): report.results[index].verdict = .flaky
            case (.pass, .failing):
                report.errors.append("\(id) passes, and is said to fail: take it out (\(line.place))")
            default: continue
            }
            if !line.reason.isEmpty { report.results[index].knownReason = line.reason }
        }
    }
}
