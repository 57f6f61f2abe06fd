package import Rehearsal

/// What became of one clause, with everything that a report shows of it.
package struct ClauseResult: Sendable, Identifiable {
    /// `RETRY-02/getUser/503`.
    package var id: String
    /// `RETRY-02`.
    package var rule: String
    package var operation: String
    package var variant: String
    package var verdict: Verdict
    /// What is wrong, a sentence each; also of a clause that is blocked or known to fail.
    package var findings: [String] = []
    /// Why the clause is run again before the verdict counts; nil if it counts.
    package var rerun: Rerun?
    /// The machine's part in what was observed.
    package var latency = SchedulerLatency()
    /// What a reader should know although nothing is wrong.
    package var notes: [String] = []
    /// What each call came to.
    package var outcomes: [ClientOutcome]
    /// The exchanges as the server saw them, of the last time it was tried.
    package var entries: [Journal.Entry]
    package var connections: [Journal.Connection]
    /// What is known of how the client's network stack sends again.
    package var resending = Attempts.Resending.unknown
    /// When the subject was asked and when it had answered, on the journal's clock.
    package var calledAt: Int64
    package var answeredAt: Int64
    /// The waits of the client and what they may be.
    package var waits: [Examination.Wait] = []
    /// What the client made of what was changed in its answers, for the decoding map.
    package var tried: [DecodingMap.Tried] = []
    /// Whether it was tried for the decoding map, and counts only because it found something.
    package var isProbe: Bool
    /// The rules that it rests on.
    package var restsOn: [String]
    /// Whether clauses of other rules depend on it, whatever their variant.
    package var isFoundation: Bool
    /// The reason on the line that says that it is known to fail.
    package var knownReason: String?

    package init(_ clause: PlannedClause, _ runs: [CaseEvidence], _ verdict: Verdict) {
        (id, rule, operation, variant) = (clause.id, clause.rule.id, clause.operation.name, clause.variant)
        (self.verdict, isProbe, restsOn) = (verdict, clause.isProbe, clause.restsOn)
        isFoundation = clause.isFoundation
        outcomes = runs.flatMap(\.answer.outcomes)
        tried = zip(clause.probes, outcomes).map { mutation, outcome in
            let effect = ProbeEffect(of: outcome, mutation, golden: clause.operation.value)
            return DecodingMap.Tried(mutation, effect, clause: clause.id)
        }
        let last = runs.last
        (entries, connections) = (last?.entries ?? [], last?.connections ?? [])
        (calledAt, answeredAt) = (last?.calledAt ?? 0, last?.answeredAt ?? 0)
    }

    /// The requests that the client itself sent, each with what its network stack made of it.
    package var attempts: [Attempts.Attempt] { Attempts.of(entries, resending: resending) }
}
