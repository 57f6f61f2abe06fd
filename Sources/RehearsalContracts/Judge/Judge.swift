/// Says from evidence what a client does: no clock, no socket, no chance.
package struct Judge: Sendable {
    package var declaration: Declaration
    package var timing: Examination.Timing

    package init(_ declaration: Declaration, timing: Examination.Timing = .on) {
        (self.declaration, self.timing) = (declaration, timing)
    }

    /// What the evidence of one clause says, whatever became of the others.
    package func judge(_ clause: PlannedClause, _ runs: [CaseEvidence]) -> ClauseResult {
        var examination = Examination(declaration, clause, runs, timing: timing)
        var result = ClauseResult(clause, runs, .pass)
        result.resending = PlatformOutcomes.of(declaration).resending
        if let reason = Self.missing(runs) {
            result.verdict = .notJudged(reason)
            return result
        }
        clause.examine(&examination)
        result.findings = examination.complaints
        result.latency = runs.map(\.latency).reduce(SchedulerLatency()) { $0.merged(with: $1) }
        result.rerun = Rerun(of: examination, result.latency)
        result.notes = examination.notes
        if let attributed = examination.attributed { result.notes.append(attributed) }
        if !examination.others.isEmpty {
            result.notes.append("it also asked for \(examination.others.joined(separator: ", "))")
        }
        result.waits = examination.waits
        if !examination.complaints.isEmpty {
            result.verdict = .fail
        } else if let doubt = examination.doubts.first {
            result.verdict = .inconclusive(doubt)
        }
        return result
    }

    /// Why nothing can be said.
    private static func missing(_ runs: [CaseEvidence]) -> String? {
        guard !runs.isEmpty else { return "it was not tried" }
        for run in runs {
            switch run.answer {
            case .cannotRun(let reason): return "the subject cannot do it: \(reason)"
            case .notJudged(let reason): return reason
            default: break
            }
            if run.forgotten > 0 { return "the journal has forgotten \(run.forgotten) exchanges" }
        }
        return nil
    }

    /// Tells what failed from what only rests on it, for the clauses of one run.
    package static func settle(_ results: [ClauseResult]) -> [ClauseResult] {
        let failed = results.filter { $0.verdict == .fail }
        let broken = Set(failed.map { Place(rule: $0.rule, operation: $0.operation) })
        return results.map { result in
            var result = result
            var seen: Set<String> = [result.rule]
            for rule in result.restsOn {
                guard let root = root(below: rule, result.operation, broken, &seen) else { continue }
                result.verdict = .blocked(by: root)
                break
            }
            return result
        }
    }

    /// A rule, as far as it is about one operation.
    private struct Place: Hashable {
        var rule: String
        var operation: String
    }

    /// The deepest rule that fails, of one and those that it rests on; nil if all of them hold.
    private static func root(
        below rule: String,
        _ operation: String,
        _ broken: Set<Place>,
        _ seen: inout Set<String>,
    ) -> String? {
        guard seen.insert(rule).inserted else { return nil }
        for deeper in Catalogue.rule(rule)?.restsOn ?? [] {
            if let root = root(below: deeper, operation, broken, &seen) { return root }
        }
        return broken.contains(Place(rule: rule, operation: operation)) ? rule : nil
    }
}
