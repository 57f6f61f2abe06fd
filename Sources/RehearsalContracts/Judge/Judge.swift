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

/// The rules that fail in one run, and the clauses that cannot be judged because of them.
struct BrokenRules {
    private let results: [ClauseResult]
    private var clauses: [Place: [String: ClauseResult]] = [:]
    private var failures: [Place: [ClauseResult]] = [:]

    /// A rule, as far as it is about one operation.
    private struct Place: Hashable {
        var rule: String
        var operation: String
    }

    init(_ results: [ClauseResult]) {
        self.results = results
        for result in results {
            let place = Place(rule: result.rule, operation: result.operation)
            if !result.isProbe { clauses[place, default: [:]][result.variant] = result }
            // A clause that was not tried because the client hangs in others of its rule counts as one that fails.
            let isBroken = result.verdict == .fail || result.verdict == .blocked(by: result.rule)
            if isBroken { failures[place, default: []].append(result) }
        }
    }

    /// The results; a clause that depends on a failure is blocked by its rule.
    var settled: [ClauseResult] {
        results.map { result in
            var result = result
            var seen: Set<String> = [result.rule]
            for rule in result.restsOn {
                guard let root = root(at: rule, of: result, isDirect: true, &seen) else { continue }
                result.verdict = .blocked(by: root)
                break
            }
            return result
        }
    }

    /// The deepest rule that fails for a clause, of one rule and those that it rests on; nil if all of them hold.
    ///
    /// - Parameter isDirect: whether the clause itself rests on that rule.
    private func root(
        at rule: String,
        of result: ClauseResult,
        isDirect: Bool,
        _ seen: inout Set<String>,
    ) -> String? {
        guard seen.insert(rule).inserted else { return nil }
        for deeper in Catalogue.rule(rule)?.restsOn ?? [] {
            if let root = root(at: deeper, of: result, isDirect: false, &seen) { return root }
        }
        let place = Place(rule: rule, operation: result.operation)
        return breaks(place, result.variant, isDirect: isDirect) ? rule : nil
    }

    /// Whether a rule fails in a way that concerns a clause: in the clause of the same variant, if the clause rests on
    /// the rule itself and the rule has one, and else in any that others depend on.
    private func breaks(_ place: Place, _ variant: String, isDirect: Bool) -> Bool {
        guard let failures = failures[place] else { return false }
        if isDirect, !variant.isEmpty, let same = clauses[place]?[variant] {
            return same.verdict != .pass && failures.contains { $0.id == same.id }
        }
        return failures.contains(where: \.isFoundation)
    }
}
