package import Rehearsal

/// The evidence from one run of a test case: the recorded exchanges and the subject's answer.
///
/// Instants are nanoseconds of the journal's clock.
package struct CaseEvidence: Sendable {
    /// The exchanges, in the order in which they arrived.
    package var entries: [Journal.Entry]
    package var connections: [Journal.Connection]
    package var answer: CaseAnswer
    /// The instant at which the harness requested the call.
    package var calledAt: Int64
    /// The instant at which the harness received the answer.
    package var answeredAt: Int64
    /// The bound on the time that the machine added to a wait in this run; nil if it was not measured.
    package var overhead: Duration?
    /// The scheduling delays of the machine during the run.
    package var latency = SchedulerLatency()
    /// The waits that the client requested from the harness's clock; nil if it did not use that clock.
    package var sleeps: [Sleep]?
    /// The number of exchanges that the journal discarded, and that ``entries`` therefore lacks.
    package var dropped = 0
    /// The unmet expectations of the scenario, one sentence each; empty if the test case does not check them.
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

    /// A wait that the client requested from the harness's clock.
    package struct Sleep: Sendable, Hashable {
        /// The instant of the request, on the journal's clock.
        package var at: Int64
        package var duration: Duration

        package init(at: Int64, duration: Duration) { (self.at, self.duration) = (at, duration) }
    }
}
