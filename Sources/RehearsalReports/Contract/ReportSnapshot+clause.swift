import Rehearsal
package import RehearsalContracts

extension ReportSnapshot {
    /// A rule of the catalogue, or a promise of the contract.
    package struct Rule: Sendable, Hashable, Identifiable {
        package var id = ""
        /// The requirement level, such as `MUST`.
        package var level = ""
        package var statement = ""
        package var source = ""
        package var dependsOn: [String] = []
        /// The smallest profile that contains the rule; nil for a promise, and in a report of an earlier version.
        package var profile: Plan.Profile?
    }

    /// The result of one clause, with its values as text for reports.
    package struct Clause: Sendable, Hashable, Identifiable {
        package var id = ""
        package var rule = ""
        package var operation = ""
        package var variant = ""
        package var verdict = Verdict.pass
        package var findings: [String] = []
        package var notes: [String] = []
        /// The reason in the clause's entry of the known failures; nil for none.
        package var knownReason: String?
        /// The outcome of each call: `http(503)`.
        package var outcomes: [String] = []
        /// The number of requests by sender, `3 by the client, 1 by its network stack`; nil without requests.
        package var attribution: String?
        /// The exchanges of the clause's last run.
        package var exchanges: [ExchangeSummary] = []
        /// The events on the connections, one line each; empty for a clause that passed.
        package var timeline: [String] = []
        package var waits: [CaseAssertions.Wait] = []
        /// The time from the call to its outcome.
        package var duration: Duration = .zero
        /// The command that runs this clause again; nil for a clause that passed without findings.
        package var rerunCommand: String?

        /// Whether the report page draws the exchanges and waits of the clause on a time axis.
        package var hasTimeDiagram: Bool { !waits.isEmpty || exchanges.count > 1 }
    }

    /// A request and its reply. Times are relative to the call.
    package struct ExchangeSummary: Sendable, Hashable {
        /// The time at which the request arrived.
        package var at: Duration = .zero
        /// The time at which the exchange ended; nil if it was still open at the end of the case.
        package var end: Duration?
        /// The number of the connection.
        package var connection = 0
        /// The status of the reply; nil if the server sent none.
        package var status: Int?
        /// Whether the request is a repetition by the client's network stack.
        package var isResent = false
        /// The exchange as a line of text.
        package var line = ""
    }
}

extension CaseAssertions.Wait {
    /// The wait with its expected range: `212 ms (expected: 200 ms to 215 ms)`.
    package var text: String {
        switch (least, most) {
        case (let least?, let most?): "\(gap.displayText) (expected: \(least.displayText) to \(most.displayText))"
        case (let least?, nil): "\(gap.displayText) (expected: at least \(least.displayText))"
        case (nil, let most?): "\(gap.displayText) (expected: at most \(most.displayText))"
        case (nil, nil): gap.displayText
        }
    }
}
