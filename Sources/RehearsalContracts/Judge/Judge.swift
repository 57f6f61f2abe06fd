/// The judge of evidence, which uses no clock, socket or randomness.
package struct Judge: Sendable {
    package var declaration: Declaration
    package var timing: CaseAssertions.Timing

    package init(_ declaration: Declaration, timing: CaseAssertions.Timing = .on) {
        (self.declaration, self.timing) = (declaration, timing)
    }

    /// Returns the result of one clause, independent of the results of others.
    package func judge(_ clause: PlannedClause, _ runs: [CaseEvidence]) -> ClauseResult {
        var examination = CaseAssertions(declaration, clause, runs, timing: timing)
        var result = ClauseResult(clause, runs, .pass)
        result.resending = NetworkStackBehavior.of(declaration).resending
        if let reason = Self.missing(clause, runs) {
            result.verdict = .notJudged(reason)
            return result
        }
        if let run = runs.first(where: { $0.dropped > 0 }) {
            // No test case of a rule causes that many requests.
            examination.fail("the client sent \(run.entries.count + run.dropped) requests and does not stop")
        } else {
            clause.examine(&examination)
        }
        result.findings = examination.findingTexts
        result.latency = runs.map(\.latency).reduce(SchedulerLatency()) { $0.merged(with: $1) }
        result.rerun = RerunReason(of: examination, result.latency)
        result.notes = examination.notes
        if let attributed = examination.attributionText { result.notes.append(attributed) }
        if !examination.unmatchedRequests.isEmpty {
            result.notes.append("the client also requested \(examination.unmatchedRequests.joined(separator: ", "))")
        }
        result.waits = examination.waits
        if !examination.findingTexts.isEmpty {
            result.verdict = .fail
        } else if let doubt = examination.inconclusiveReasons.first {
            result.verdict = .inconclusive(doubt)
        }
        return result
    }

    /// Returns the reason why the evidence cannot be judged; nil if it can.
    private static func missing(_ clause: PlannedClause, _ runs: [CaseEvidence]) -> String? {
        guard !runs.isEmpty else { return "the clause was not run" }
        for run in runs {
            switch run.answer {
            case .cannotRun(let reason): return "the subject cannot run the case: \(reason)"
            case .notJudged(let reason): return reason
            default: break
            }
            // A promise may allow any number of requests.
            if run.dropped > 0, clause.isPromise { return "the journal discarded \(run.dropped) exchanges" }
        }
        return nil
    }

    /// Returns the results of a run, with clauses blocked whose prerequisites fail.
    package static func blockingDependents(_ results: [ClauseResult]) -> [ClauseResult] { FailedRules(results).settled }
}

/// The rules that fail in a run, and the clauses that cannot be judged because of them.
struct FailedRules {
    private let results: [ClauseResult]
    private var clauses: [Place: [String: ClauseResult]] = [:]
    private var failures: [Place: [ClauseResult]] = [:]

    /// A key for one rule and operation.
    private struct Place: Hashable {
        var rule: String
        var operation: String
    }

    init(_ results: [ClauseResult]) {
        self.results = results
        for result in results {
            let place = Place(rule: result.rule, operation: result.operation)
            if !result.isProbe { clauses[place, default: [:]][result.variant] = result }
            // A clause that is skipped because other clauses of its rule hang counts as failed.
            let isBroken = result.verdict == .fail || result.verdict == .blocked(by: result.rule)
            if isBroken { failures[place, default: []].append(result) }
        }
    }

    /// The results; a clause that depends on a failed rule is blocked by it.
    var settled: [ClauseResult] {
        results.map { result in
            var result = result
            var seen: Set<String> = [result.rule]
            for rule in result.dependsOn {
                guard let root = root(at: rule, of: result, isDirect: true, &seen) else { continue }
                result.verdict = .blocked(by: root)
                break
            }
            return result
        }
    }

    /// Returns the deepest failed rule among one rule and its prerequisites; nil if all of them pass.
    ///
    /// - Parameter isDirect: whether the clause itself depends on that rule.
    private func root(
        at rule: String,
        of result: ClauseResult,
        isDirect: Bool,
        _ seen: inout Set<String>,
    ) -> String? {
        guard seen.insert(rule).inserted else { return nil }
        for deeper in RuleCatalogue.rule(rule)?.dependsOn ?? [] {
            if let root = root(at: deeper, of: result, isDirect: false, &seen) { return root }
        }
        let place = Place(rule: rule, operation: result.operation)
        return breaks(place, result.variant, isDirect: isDirect) ? rule : nil
    }

    /// Whether a rule fails in a way that affects a clause.
    ///
    /// For a direct dependency, a clause of the same variant decides if there is one; otherwise any prerequisite does.
    private func breaks(_ place: Place, _ variant: String, isDirect: Bool) -> Bool {
        guard let failures = failures[place] else { return false }
        if isDirect, !variant.isEmpty, let same = clauses[place]?[variant] {
            return same.verdict != .pass && failures.contains { $0.id == same.id }
        }
        return failures.contains(where: \.isPrerequisite)
    }
}
