/// What the journal says about each thing that was expected of a client.
package struct Judgement: Sendable {
    /// Each expectation in the order in which it is written, then unanswered requests, then required replies.
    package var items: [Item]
    /// Exchanges that the journal had forgotten by then: with any, absence cannot be told from forgetting.
    package var forgotten: Int
    /// The instant that times are counted from, on the clock of the journal.
    package var startedAt: Int64
    /// What takes secrets out of everything that is shown of it.
    package var redaction: Redaction

    /// One thing that was expected, and what kept it from being so.
    package struct Item: Sendable {
        /// What is expected, in one line: `get /me: count 2`.
        package var title: String
        package var place: String?
        package var findings: [Journal.Finding]
        /// What arrives in that time from the start counts, and nothing else; nil for all of the run.
        package var window: Duration?

        package var isMet: Bool { findings.isEmpty }
    }

    package var findings: [Journal.Finding] { items.flatMap(\.findings) }
    /// Nothing is wrong so far.
    package var isMet: Bool { items.allSatisfy(\.isMet) }
    /// Nothing that still arrives could make it better.
    package var isSettled: Bool { findings.allSatisfy(\.isFinal) }
    /// The last instant at which something may arrive in time for what is not met yet; nil if nothing has a window.
    package var isOpenUntil: Int64? {
        items.compactMap { item in
            guard let window = item.window, item.findings.contains(where: { !$0.isFinal }) else { return nil }
            return startedAt + window.nanoseconds
        }.max()
    }
}

/// What a judgement rests on.
package struct Evidence: Sendable {
    package var entries: [Journal.Entry]
    /// Exchanges that the journal no longer holds.
    package var forgotten: Int
    /// When the scenario began to play, and now: nanoseconds of the journal's clock.
    package var startedAt: Int64
    package var now: Int64
    /// How many requests each endpoint has answered, by rank.
    package var turns: [Int]
    /// What takes secrets out of everything that is shown.
    package var redaction: Redaction

    package init(
        entries: [Journal.Entry],
        forgotten: Int = 0,
        startedAt: Int64 = 0,
        now: Int64,
        turns: [Int],
        redaction: Redaction,
    ) {
        self.entries = entries
        self.forgotten = forgotten
        self.startedAt = startedAt
        self.now = now
        self.turns = turns
        self.redaction = redaction
    }
}
