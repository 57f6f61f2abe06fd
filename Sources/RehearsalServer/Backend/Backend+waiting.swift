public import Rehearsal
import RehearsalPlatform

extension Backend {
    /// Waits until so many of the requests that a query finds have arrived, counted from the start of the backend.
    ///
    /// A request has arrived when its head has: it may still be held, or have its body to send.
    ///
    /// - Returns: those requests, in the order in which they were decided.
    /// - Throws: ``WaitError`` with what did arrive if time is up first, `CancellationError` if the task is cancelled.
    @discardableResult
    public func wait(
        for query: Journal.Query,
        count: Int = 1,
        within limit: Duration = .seconds(5),
    ) async throws -> [Journal.Entry] {
        let compiled: CompiledQuery
        do {
            compiled = try CompiledQuery(query)
        } catch {
            throw WaitError(description: "cannot wait for \"\(query)\": \(error.reason)")
        }
        let end = ContinuousClock.now + limit
        var subscription = JournalSubscription(session)
        var seen = 0
        while true {
            seen += subscription.takeArrived().count(where: compiled.finds)
            if seen >= count { return journal.requests(query) }
            let left = end - .now
            guard left > .zero, await subscription.hasNews(within: left) else {
                try Task.checkCancellation()
                if end > .now { continue }
                throw waited(limit, for: query, count, seen: seen)
            }
        }
    }

    /// Waits until everything that is expected is so, counted from the start of the backend.
    ///
    /// - Throws: ``WaitError`` with what is not met if time is up first,
    ///   or as soon as nothing that arrives could mend it;
    ///   `CancellationError` if the task is cancelled.
    public func wait(until expectations: Scenario.Expectation..., within limit: Duration = .seconds(5)) async throws {
        let findings = try await unmet(of: expectations, within: limit)
        guard !findings.isEmpty else { return }
        var lines = ["waited \(limit.shown), and it is not so:"]
        for finding in findings {
            lines.append("\(finding)")
            let arrivals = finding.arrivals.suffix(10)
            lines += arrivals.map { "    \($0.trace(since: session.startedAt, session.redaction))" }
        }
        throw WaitError(description: lines.joined(separator: "\n"))
    }

    /// Waits until everything that is expected is so, counted from the start of the backend.
    ///
    /// - Returns: what is not met when time is up, or as soon as nothing that arrives could mend it; nothing if all is.
    package func unmet(of expectations: [Scenario.Expectation], within limit: Duration) async throws -> [Journal
        .Finding]
    {
        let playbook = try Playbook(Scenario("wait", endpoints: [], expect: expectations))
        let end = ContinuousClock.now + limit
        while true {
            let seen = session.lock.withLock { session.journal.position }
            let items = playbook.judge(session.evidence()).items.prefix(expectations.count)
            let findings = items.flatMap(\.findings)
            let left = end - .now
            if findings.isEmpty || left <= .zero || findings.allSatisfy(\.isFinal) { return findings }
            let journal = session.journal
            _ = await journal.wait(in: \.news, within: left) { journal.position != seen }
            try Task.checkCancellation()
        }
    }

    /// Why waiting ended without what was waited for.
    public struct WaitError: Error, Sendable, CustomStringConvertible {
        /// What was waited for and what arrived instead, a line each.
        public let description: String
    }

    private func waited(_ limit: Duration, for query: Journal.Query, _ count: Int, seen: Int) -> WaitError {
        let entries = journal.entries
        let arrivals = entries.suffix(10).map { "    " + $0.trace(since: session.startedAt, session.redaction) }
        let what = entries.isEmpty ? "nothing has arrived" : "the last that arrived:"
        let times = count == 1 ? "a request" : "\(count) requests"
        let first = "waited \(limit.shown) for \(times) \"\(query)\", saw \(seen); \(what)"
        return WaitError(description: ([first] + arrivals).joined(separator: "\n"))
    }

    /// What is wrong at this moment: expectations that are not met, requests that nothing answered, required replies
    /// that nobody asked for.
    ///
    /// Exchanges that are still open are judged as they are; `await journal.settled()` before asking for a last word.
    public var findings: [Journal.Finding] { judge().findings }

    /// What has become of everything that is expected, met or not.
    package func judge() -> Judgement { session.play.playbook.judge(session.evidence()) }

    /// What its exchanges are told to be of.
    package var sessionName: String { session.name }

    /// How the secrets of this run are shown.
    package var redaction: Redaction { session.redaction }
    /// Whether the caller is the first to ask, and so the one to judge this run.
    package func takeConclusion() -> Bool {
        session.lock.withLock {
            defer { session.isConcluded = true }
            return !session.isConcluded
        }
    }

    /// Waits until no exchange is open, or until that time has passed; returns whether none is.
    @discardableResult
    package func settled(within limit: Duration) async -> Bool { await session.settled(within: limit) }

    /// When it began to play, on the clock of the journal.
    package var startedAt: Int64 { session.startedAt }

    /// No exchange is open at this moment.
    package var isSettled: Bool { session.lock.withLock { session.journal.isSettled } }

    /// How many requests nothing has answered.
    package var unexpectedCount: Int { session.lock.withLock { session.journal.unexpected } }

    /// How far the journal has been written: equal numbers mean that nothing has been added.
    package var progress: Int {
        let position = session.lock.withLock { session.journal.position }
        return position.chunk << 32 + position.offset
    }

    /// Blocks until its loops have taken in all that had reached this machine when it was called.
    package func catchUp() {
        for _ in 0..<Session.turnsToCatchUp { session.onEveryLoop { _ in } }
    }
}
