package import Rehearsal

/// The result of one clause, with all data that reports contain about the clause.
package struct ClauseResult: Sendable, Identifiable {
    /// The identifier: `RETRY-02/getUser/503`.
    package var id: String
    /// The identifier of the rule: `RETRY-02`.
    package var rule: String
    package var operation: String
    package var variant: String
    package var verdict: Verdict
    /// The findings, one sentence each. A clause that is blocked or known to fail has them too.
    package var findings: [String] = []
    /// The reason to run the clause again before the verdict is accepted; nil to accept it now.
    package var rerun: RerunReason?
    /// The scheduling delays of the machine during the run.
    package var latency = SchedulerLatency()
    /// Remarks for the reader of the report that do not affect the verdict.
    package var notes: [String] = []
    package var outcomes: [ClientOutcome]
    /// The exchanges of the last run, as recorded by the server.
    package var entries: [Journal.Entry]
    package var connections: [Journal.Connection]
    /// The known behavior of the client's network stack: whether it repeats requests by itself.
    package var resending = RetryAnalysis.AutomaticRetries.unknown
    /// The instant at which the harness requested the call, in nanoseconds of the journal's clock.
    package var calledAt: Int64
    /// The instant at which the harness received the outcome, in nanoseconds of the journal's clock.
    package var answeredAt: Int64
    /// The waits of the client with their bounds.
    package var waits: [CaseAssertions.Wait] = []
    /// The client's handling of each changed reply, for the decoding map.
    package var testedMutations: [DecodingMap.TestedMutation] = []
    /// Whether the clause is a probe for the decoding map, which counts as a result only if it has findings.
    package var isProbe: Bool
    /// The IDs of the rules that are prerequisites of the clause.
    package var dependsOn: [String]
    /// Whether the failure of the clause blocks clauses of other rules, whatever their variant.
    package var isPrerequisite: Bool
    /// The reason in the clause's entry of the known failures; nil if there is none.
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

    /// The attempts of the client, each with the repetitions of its request by the network stack.
    package var attempts: [RetryAnalysis.Attempt] { RetryAnalysis.analyze(entries, resending: resending) }
}
