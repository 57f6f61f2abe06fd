package import Rehearsal

/// The result of one clause, with everything that a report shows of it.
package struct ClauseResult: Sendable, Identifiable {
    /// The identifier: `RETRY-02/getUser/503`.
    package var id: String
    /// The identifier of the rule: `RETRY-02`.
    package var rule: String
    package var operation: String
    package var variant: String
    package var verdict: Verdict
    /// The findings, one sentence each; also for a clause that is blocked or known to fail.
    package var findings: [String] = []
    /// The reason to run the clause again before the verdict counts; nil if it counts.
    package var rerun: RerunReason?
    /// The scheduling delays of the machine during the run.
    package var latency = SchedulerLatency()
    /// The notes for the reader that are not findings.
    package var notes: [String] = []
    package var outcomes: [ClientOutcome]
    /// The exchanges of the last run, as recorded by the server.
    package var entries: [Journal.Entry]
    package var connections: [Journal.Connection]
    /// The known repetition of requests by the client's network stack.
    package var resending = RetryAnalysis.AutomaticRetries.unknown
    /// The instants of the call and of its end, on the journal's clock.
    package var calledAt: Int64
    package var answeredAt: Int64
    /// The waits of the client with their bounds.
    package var waits: [CaseAssertions.Wait] = []
    /// The client's handling of each changed reply, for the decoding map.
    package var testedMutations: [DecodingMap.TestedMutation] = []
    /// Whether it belongs to the decoding map, and counts only because it has findings.
    package var isProbe: Bool
    /// The rules that it depends on.
    package var dependsOn: [String]
    /// Whether clauses of other rules depend on it, whatever their variant.
    package var isPrerequisite: Bool
    /// The reason in the list of known failures.
    package var knownReason: String?

    package init(_ clause: PlannedClause, _ runs: [CaseEvidence], _ verdict: Verdict) {
        (id, rule, operation, variant) = (clause.id, clause.rule.id, clause.operation.name, clause.variant)
        (self.verdict, isProbe, dependsOn) = (verdict, clause.isProbe, clause.dependsOn)
        isPrerequisite = clause.isPrerequisite
        outcomes = runs.flatMap(\.answer.outcomes)
        testedMutations = zip(clause.mutations, outcomes).map { mutation, outcome in
            let effect = MutationEffect(of: outcome, mutation, golden: clause.operation.value)
            return DecodingMap.TestedMutation(mutation, effect, clause: clause.id)
        }
        let last = runs.last
        (entries, connections) = (last?.entries ?? [], last?.connections ?? [])
        (calledAt, answeredAt) = (last?.calledAt ?? 0, last?.answeredAt ?? 0)
    }

    /// The requests that the client itself sent, each with its repetitions by the network stack.
    package var attempts: [RetryAnalysis.Attempt] { RetryAnalysis.analyze(entries, resending: resending) }
}
