/// An evaluator that turns recorded evidence into verdicts. It uses no clock, socket or randomness.
package struct Judge: Sendable {
    package var declaration: Declaration
    package var timing: CaseAssertions.Timing

    package init(_ declaration: Declaration, timing: CaseAssertions.Timing = .on) {
        (self.declaration, self.timing) = (declaration, timing)
    }

    /// Returns the result of one clause, without regard to its prerequisites.
    package func judge(_ clause: PlannedClause, _ runs: [CaseEvidence]) -> ClauseResult {
        var examination = CaseAssertions(declaration, clause, runs, timing: timing)
        var result = ClauseResult(clause, runs, .pass)
        result.resending = NetworkStackBehavior.of(declaration).resending
        if let reason = Self.notJudgedReason(clause, runs) {
            result.verdict = .notJudged(reason)
            return result
        }
        if let run = runs.first(where: { $0.dropped > 0 }) {
            // The journal discards exchanges only after many more requests than a rule causes.
            examination.fail("the client sent \(run.entries.count + run.dropped) requests and did not stop")
        } else {
            clause.examine(&examination)
        }
        result.findings = examination.findingTexts
        result.latency = runs.map(\.latency).reduce(SchedulerLatency()) { $0.merged(with: $1) }
        result.rerun = RerunReason(of: examination, result.latency)
        result.notes = examination.notes
        // The mapping of an error may be the cause of a finding.
        if !examination.findingTexts.isEmpty {
            result.notes += examination.guessNotes.filter { !examination.notes.contains($0) }
        }
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
    private static func notJudgedReason(_ clause: PlannedClause, _ runs: [CaseEvidence]) -> String? {
        guard !runs.isEmpty else { return "the clause was not run" }
        for run in runs {
            switch run.answer {
            case .cannotRun(let reason): return "the subject cannot run the case: \(reason)"
            case .notJudged(let reason): return reason
            default: break
            }
            // Unlike a rule, a promise may permit any number of requests, so a full journal is not a failure.
            if run.dropped > 0, clause.isPromise { return "the journal discarded \(run.dropped) exchanges" }
        }
        return nil
    }

    /// Returns the results of a run, in which each clause with a failed prerequisite is blocked.
    package static func blockingDependents(_ results: [ClauseResult]) -> [ClauseResult] {
        FailedRules(results).blockingDependents
    }
}

/// The failed rules of a run, which block the clauses that depend on them.
struct FailedRules {
    private let results: [ClauseResult]
    private var clauses: [RuleAndOperation: [String: ClauseResult]] = [:]
    private var failures: [RuleAndOperation: [ClauseResult]] = [:]

    /// A rule, tested with one operation.
    private struct RuleAndOperation: Hashable {
        var rule: String
        var operation: String
    }

    init(_ results: [ClauseResult]) {
        self.results = results
        for result in results {
            let key = RuleAndOperation(rule: result.rule, operation: result.operation)
            if !result.isProbe { clauses[key, default: [:]][result.variant] = result }
            // A clause that its own rule blocks was skipped after other clauses of the rule hung: it counts as failed.
            let isBroken = result.verdict == .fail || result.verdict == .blocked(by: result.rule)
            if isBroken { failures[key, default: []].append(result) }
        }
    }

    /// The results, in which each clause that depends on a failed rule has the verdict `blocked`.
    var blockingDependents: [ClauseResult] {
        results.map { result in
            var result = result
            var seen: Set<String> = [result.rule]
            for rule in result.dependsOn {
                guard let root = failedPrerequisite(at: rule, of: result, isDirect: true, &seen) else { continue }
                result.verdict = .blocked(by: root)
                break
            }
            return result
        }
    }

    /// Returns the first failed rule among the prerequisites of a rule and the rule itself, the prerequisites first.
    ///
    /// - Parameter isDirect: whether the clause itself, and not only a prerequisite, depends on the rule.
    /// - Returns: nil if none of these rules fails.
    private func failedPrerequisite(
        at rule: String,
        of result: ClauseResult,
        isDirect: Bool,
        _ seen: inout Set<String>,
    ) -> String? {
        guard seen.insert(rule).inserted else { return nil }
        for deeper in RuleCatalogue.rule(rule)?.dependsOn ?? [] {
            if let root = failedPrerequisite(at: deeper, of: result, isDirect: false, &seen) { return root }
        }
        let key = RuleAndOperation(rule: rule, operation: result.operation)
        return blocks(key, result.variant, isDirect: isDirect) ? rule : nil
    }

    /// Whether the failure of a rule blocks a clause.
    ///
    /// For a direct dependency, only the rule's clause of the same variant counts, if there is one. Otherwise every
    /// failed clause of the rule counts that is marked as a prerequisite.
    private func blocks(_ key: RuleAndOperation, _ variant: String, isDirect: Bool) -> Bool {
        guard let failures = failures[key] else { return false }
        if isDirect, !variant.isEmpty, let same = clauses[key]?[variant] {
            return same.verdict != .pass && failures.contains { $0.id == same.id }
        }
        return failures.contains(where: \.isPrerequisite)
    }
}
