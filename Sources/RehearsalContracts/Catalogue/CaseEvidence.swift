package import Rehearsal

/// What there is to judge a clause by: what arrived, and what the client made of it.
///
/// Instants are nanoseconds of the journal's clock.
package struct CaseEvidence: Sendable {
    /// The exchanges, in the order in which they arrived.
    package var entries: [Journal.Entry]
    package var connections: [Journal.Connection]
    package var answer: CaseAnswer
    /// When the subject was asked.
    package var calledAt: Int64
    /// When its answer was there.
    package var answeredAt: Int64
    /// What a wait may be longer than it was meant to be, measured in this run (E); nil if that is not known.
    package var overhead: Duration?
    /// The machine's part in what was observed.
    package var latency = SchedulerLatency()
    /// What the client asked its clock for, if that was ours: when, and for how long.
    package var sleeps: [Sleep]?
    /// How many exchanges the journal has forgotten: more than none, and nothing can be told from their absence.
    package var forgotten = 0
    /// What of that which the scenario expects is not so, where that counts.
    package var findings: [String] = []

    package init(
        entries: [Journal.Entry] = [],
        connections: [Journal.Connection] = [],
        answer: CaseAnswer,
        calledAt: Int64 = 0,
        answeredAt: Int64 = 0,
    ) {
        (self.entries, self.connections, self.answer) = (entries, connections, answer)
        (self.calledAt, self.answeredAt) = (calledAt, answeredAt)
    }

    package struct Sleep: Sendable, Hashable {
        /// When it was asked for, on the journal's clock.
        package var at: Int64
        package var duration: Duration

        package init(at: Int64, duration: Duration) { (self.at, self.duration) = (at, duration) }
    }
}
