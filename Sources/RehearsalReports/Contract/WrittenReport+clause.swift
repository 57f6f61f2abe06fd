package import RehearsalContracts

extension WrittenReport {
    /// What became of one clause.
    package struct Clause: Sendable, Hashable, Identifiable {
        package var id: String
        package var rule: String
        package var operation: String
        package var variant: String
        package var verdict: Verdict
        package var findings: [String] = []
        package var notes: [String] = []
        /// Why it is known to fail.
        package var knownReason: String?
        /// What each call came to: `http(503)`.
        package var outcomes: [String] = []
        /// Who sent what arrived: `3 by the client, 1 by its network stack`.
        package var attribution: String?
        /// Counted from the call.
        package var exchanges: [Exchange] = []
        /// What happened on the wire, a line each; only where there is something to find out.
        package var timeline: [String] = []
        package var waits: [Examination.Wait] = []
        /// From the call to its answer.
        package var took: Duration = .zero
        /// The command that tries this clause again.
        package var again: String?

        package init(id: String, rule: String, operation: String, variant: String, _ verdict: Verdict) {
            (self.id, self.rule, self.operation) = (id, rule, operation)
            (self.variant, self.verdict) = (variant, verdict)
        }
    }

    /// One request and its answer; instants are counted from the call.
    package struct Exchange: Sendable, Hashable {
        package var at: Duration
        /// Nil if it was still open when the watching ended.
        package var end: Duration?
        package var connection: Int
        /// Nil if no answer began.
        package var status: Int?
        /// Whether the client's network stack sent it, unasked.
        package var isResent: Bool
        /// All of it, as a person reads it.
        package var line: String

        package init(
            at: Duration,
            end: Duration?,
            connection: Int,
            status: Int?,
            isResent: Bool = false,
            line: String,
        ) {
            (self.at, self.end, self.connection) = (at, end, connection)
            (self.status, self.isResent, self.line) = (status, isResent, line)
        }
    }
}

extension WrittenReport.Clause {
    /// Whether there is a picture of its times to be drawn.
    package var hasPicture: Bool { !waits.isEmpty || exchanges.count > 1 }
}
