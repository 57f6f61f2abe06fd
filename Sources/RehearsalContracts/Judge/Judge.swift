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
        if let reason = Self.missing(runs) {
            result.verdict = .notJudged(reason)
            return result
        }
        clause.examine(&examination)
        result.findings = examination.complaints
        result.mayBeChance = examination.mayBeChance
        result.notes = examination.notes
        if let attribution = examination.attribution { result.notes.append(attribution) }
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
        var broken: [String: String] = [:]  // rule/operation → the rule that failed first
        for result in results where result.verdict == .fail {
            broken["\(result.rule)/\(result.operation)"] = result.rule
        }
        return results.map { result in
            var result = result
            if let root = root(of: result, broken) { result.verdict = .blocked(by: root) }
            return result
        }
    }

    /// The rule that failed and that this one rests on, directly or not.
    private static func root(of result: ClauseResult, _ broken: [String: String]) -> String? {
        var rest = result.restsOn
        var seen: Set<String> = []
        while let rule = rest.popLast() {
            guard seen.insert(rule).inserted else { continue }
            let below = Catalogue.rule(rule)?.restsOn ?? []
            if let root = broken["\(rule)/\(result.operation)"] {
                // What that one rests on may be the root of both.
                return below.lazy.compactMap { broken["\($0)/\(result.operation)"] }.first ?? root
            }
            rest += below
        }
        return nil
    }
}
