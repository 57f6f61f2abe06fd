import Rehearsal
package import RehearsalContracts

extension WrittenReport {
    /// A rule that a client is judged by.
    package struct Rule: Sendable, Hashable, Identifiable {
        package var id = ""
        /// `MUST`.
        package var level = ""
        package var statement = ""
        package var source = ""
        package var restsOn: [String] = []
    }

    /// The result of one clause.
    package struct Clause: Sendable, Hashable, Identifiable {
        package var id = ""
        package var rule = ""
        package var operation = ""
        package var variant = ""
        package var verdict = Verdict.pass
        package var findings: [String] = []
        package var notes: [String] = []
        /// The reason that it is known to fail.
        package var knownReason: String?
        /// The outcome of each call: `http(503)`.
        package var outcomes: [String] = []
        /// The senders of the requests: `3 by the client, 1 by its network stack`.
        package var attribution: String?
        /// Counted from the call.
        package var exchanges: [Exchange] = []
        /// The events on the wire, a line each; empty for a clause that passed.
        package var timeline: [String] = []
        package var waits: [Examination.Wait] = []
        /// From the call to its answer.
        package var took: Duration = .zero
        /// The command that tries this clause again.
        package var again: String?

        /// Whether there is a picture of its times to be drawn.
        package var hasPicture: Bool { !waits.isEmpty || exchanges.count > 1 }
    }

    /// One request and its answer; instants are counted from the call.
    package struct Exchange: Sendable, Hashable {
        package var at: Duration = .zero
        /// Nil if it was still open when the watching ended.
        package var end: Duration?
        package var connection = 0
        /// Nil if no answer began.
        package var status: Int?
        /// Whether the client's network stack sent it, unasked.
        package var isResent = false
        /// All of it, as a person reads it.
        package var line = ""
    }
}

extension Examination.Wait {
    /// `212 ms, where 200 ms to 215 ms are right`.
    package var shown: String {
        switch (least, most) {
        case (let least?, let most?): "\(gap.shown), where \(least.shown) to \(most.shown) are right"
        case (let least?, nil): "\(gap.shown), where at least \(least.shown) is right"
        case (nil, let most?): "\(gap.shown), where at most \(most.shown) is right"
        case (nil, nil): gap.shown
        }
    }
}
