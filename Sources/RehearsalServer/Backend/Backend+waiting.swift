public import Rehearsal
import RehearsalPlatform

extension Backend {
    /// Waits until a number of requests that match a query have arrived since the start of the backend.
    ///
    /// A request has arrived when its head is complete; its body and its reply may be outstanding.
    ///
    /// - Returns: all matching requests, in the order in which their heads arrived.
    /// - Throws: ``WaitError`` with the latest requests if the time limit is reached; `CancellationError` if the task
    ///   is cancelled.
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
            seen += subscription.takeArrived().count(where: compiled.matches)
            if seen >= count { return compiled.select(from: subscription.readEntries()) }
            let remaining = end - .now
            guard remaining > .zero, await subscription.waitForRecords(within: remaining) else {
                try Task.checkCancellation()
                if end > .now { continue }
                throw waitError(limit, for: query, count, seen: seen, of: subscription.readEntries())
            }
        }
    }

    /// Waits until all expectations are met, counted from the start of the backend.
    ///
    /// - Throws: ``WaitError`` with the unmet expectations if the time limit is reached or no later request could meet
    ///   them; `CancellationError` if the task is cancelled.
    public func wait(until expectations: Scenario.Expectation..., within limit: Duration = .seconds(5)) async throws {
        let findings = try await unmet(of: expectations, within: limit)
        guard !findings.isEmpty else { return }
        var lines = ["waited \(limit.displayText), and these expectations are not met:"]
        for finding in findings {
            lines.append("\(finding)")
            let arrivals = finding.requests.suffix(10)
            lines += arrivals.map { "    \($0.summaryLine(since: session.startedAt, session.redaction))" }
        }
        throw WaitError(description: lines.joined(separator: "\n"))
    }

    /// Waits until all expectations are met, counted from the start of the backend.
    ///
    /// - Returns: the unmet expectations, at the time limit or as soon as no later request could meet them; empty if
    ///   all are met.
    package func unmet(
        of expectations: [Scenario.Expectation],
        within limit: Duration,
    ) async throws -> [Journal.Finding] {
        let compiledScenario = try CompiledScenario(Scenario("wait", endpoints: [], expect: expectations))
        let end = ContinuousClock.now + limit
        var subscription = JournalSubscription(session)
        while true {
            let entries = subscription.readEntries()
            // The scenario of the expectations has no endpoints.
            let evidence = session.evidence(of: entries, discarded: subscription.discardedCount, answeredCounts: [])
            let items = compiledScenario.evaluate(evidence).items.prefix(expectations.count)
            let findings = items.flatMap(\.findings)
            let remaining = end - .now
            if findings.isEmpty || remaining <= .zero || findings.allSatisfy(\.isFinal) { return findings }
            _ = await subscription.waitForRecords(within: remaining)
            try Task.checkCancellation()
        }
    }

    /// The error of a wait whose condition was not fulfilled.
    public struct WaitError: Error, Sendable, CustomStringConvertible {
        /// The awaited requests or expectations, and the latest requests that arrived, one on each line.
        public let description: String
    }

    private func waitError(
        _ limit: Duration,
        for query: Journal.Query,
        _ count: Int,
        seen: Int,
        of entries: [Journal.Entry],
    ) -> WaitError {
        let arrivals = entries.suffix(10).map { "    " + $0.summaryLine(since: session.startedAt, session.redaction) }
        let arrivalText = entries.isEmpty ? "no request has arrived" : "the latest requests:"
        let awaitedText = count == 1 ? "a request" : "\(count) requests"
        let first = "waited \(limit.displayText) for \(awaitedText) \"\(query)\", saw \(seen); \(arrivalText)"
        return WaitError(description: ([first] + arrivals).joined(separator: "\n"))
    }

    /// The current findings: unmet expectations, unmatched requests, and required replies that were never sent.
    ///
    /// Open exchanges count in their current state. For a final result, call `await journal.waitUntilSettled()` first.
    public var findings: [Journal.Finding] {
        session.lock.withLock { session.isJudged = true }
        return judge().findings
    }

    /// Returns the result of each expectation, and the unmatched requests.
    package func judge() -> VerificationResult { session.run.compiled.evaluate(session.evidence()) }

    /// The counts on which the results of ``judge()`` depend, apart from those of expectations about requests.
    package struct FindingCounts: Equatable, Sendable {
        fileprivate let run: Int32
        fileprivate let unexpected: Int
        fileprivate let violations: Int
        fileprivate let required: [Int]
    }

    /// The current counts. They are cheap, unlike ``judge()``, which reads the whole journal.
    package var findingCounts: FindingCounts {
        let run = session.run
        return session.lock.withLock {
            FindingCounts(
                run: run.number,
                unexpected: session.journal.unexpected,
                violations: session.journal.violations,
                required: run.compiled.requiredCounts(run.state.pointee.answeredCounts)
            )
        }
    }

    /// Returns whether the result of an expectation may depend on an exchange.
    package func mayExpect(_ entry: Journal.Entry) -> Bool { session.run.compiled.mayExpect(entry) }

    /// The name of the session, as in the entries of its journal.
    package var sessionName: String { session.name }

    /// The redaction of secrets in displayed entries.
    package var redaction: Redaction { session.redaction }

    /// Returns true for the first caller, which then reports the findings of the session, and false for later callers.
    package func takeConclusion() -> Bool {
        session.lock.withLock {
            defer { (session.isConcluded, session.isJudged) = (true, true) }
            return !session.isConcluded
        }
    }

    /// Waits until no exchange is open, at most for the time limit. Returns whether no exchange is open.
    @discardableResult
    package func settled(within limit: Duration) async -> Bool { await session.waitUntilSettled(within: limit) }

    /// The start of the backend, in nanoseconds on the clock of the journal.
    package var startedAt: Int64 { session.startedAt }

    /// Whether no exchange is open.
    package var isSettled: Bool { session.lock.withLock { session.journal.isSettled } }

    /// The number of requests that no reply of the scenario answered.
    package var unexpectedCount: Int { session.lock.withLock { session.journal.unexpected } }

    /// A number that changes whenever the journal grows.
    package var progress: Int {
        let position = session.lock.withLock { session.journal.position }
        return position.chunk << 32 + position.offset
    }

    /// Waits until the loops have read all bytes that had arrived at this machine before the call.
    package func drained() async { await session.drained() }

    /// Blocks until the loops have read all bytes that had arrived at this machine before the call.
    package func drainSockets() { session.drainSockets() }
}
