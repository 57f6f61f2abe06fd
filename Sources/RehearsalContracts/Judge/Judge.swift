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
        if let reason = Self.missing(clause, runs) {
            result.verdict = .notJudged(reason)
            return result
        }
        if let run = runs.first(where: { $0.forgotten > 0 }) {
            // No exercise of a rule takes that many.
            examination.complain("the client sent \(run.entries.count + run.forgotten) requests: it does not stop")
        } else {
            clause.examine(&examination)
        }
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
    private static func missing(_ clause: PlannedClause, _ runs: [CaseEvidence]) -> String? {
        guard !runs.isEmpty else { return "it was not tried" }
        for run in runs {
            switch run.answer {
            case .cannotRun(let reason): return "the subject cannot do it: \(reason)"
            case .notJudged(let reason): return reason
            default: break
            }
            // A promise may be about any number of requests.
            if run.forgotten > 0, clause.isPromise { return "the journal has forgotten \(run.forgotten) exchanges" }
        }
        return nil
    }

    /// Tells what failed from what only rests on it, for the clauses of one run.
    package static func settle(_ results: [ClauseResult]) -> [ClauseResult] { BrokenRules(results).settled }
}
