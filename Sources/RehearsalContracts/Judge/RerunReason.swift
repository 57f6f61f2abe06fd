import Rehearsal

/// A reason to run a clause again before its verdict is accepted. No other case runs at that time.
package enum RerunReason: Sendable, Hashable {
    /// The scheduling delays of the machine may have caused every finding, or may have hidden one.
    case machineBusy
    /// An event was late, and the scheduling delays of the machine do not explain by how much.
    case late
    /// A correct client may rarely cause the finding, or a call timed out although every reply was complete.
    ///
    /// The latter happens if the client's network stack loses an event.
    case chance
    /// The clause could not be judged, and another run may be conclusive.
    case inconclusive

    /// Creates the reason to run a clause again; nil if its verdict counts.
    package init?(of examination: CaseAssertions, _ latency: SchedulerLatency) {
        let (findings, exercise) = (examination.findings, examination.testCase)
        if findings.isEmpty {
            if latency.delay >= exercise.tolerance(upTo: exercise.request.tolerance / 2) {
                self = .machineBusy
            } else if !examination.inconclusiveReasons.isEmpty, !examination.isPermanentlyInconclusive {
                self = .inconclusive
            } else {
                return nil
            }
            return
        }
        let tolerance = exercise.tolerance(upTo: exercise.request.tolerance)
        let hasLostTimer = latency.coversMostOf(tolerance) && examination.runs.contains(where: \.showsTimer)
        let abandoned = exercise.request.tolerance / 2
        let isOvertaken =
            exercise.releases.isEmpty
            && examination.runs.contains { $0.isOvertaken(by: tolerance, orAbandonedAfter: abandoned) }
        let isStarved = latency.allowance >= tolerance || hasLostTimer || isOvertaken
        let isTimedOutAfterReplies = examination.runs.contains(where: \.isTimedOutAfterReplies)
        if !isStarved, !isTimedOutAfterReplies, findings.contains(where: { $0.basis == .event }) { return nil }
        let isLate = findings.contains { finding in
            guard case .late(let excess) = finding.basis else { return false }
            // A lateness may also be the sum of many short waits for a busy thread pool.
            return excess > latency.allowance && !latency.coversMostOf(excess)
        }
        if isLate {
            self = .late
        } else {
            let isChance = isTimedOutAfterReplies || findings.contains { $0.basis == .chance }
            self = !isStarved && isChance ? .chance : .machineBusy
        }
    }
}

extension CaseEvidence {
    /// Whether a timer of the client may have ended a call or an exchange.
    fileprivate var showsTimer: Bool {
        answer.outcomes.contains { [.timeout, .hang, .cancelled].contains($0.kind) }
            || entries.contains { $0.end == .closedByClient || $0.end == .resetByClient }
    }

    /// Whether a real timeout of the client may have ended an exchange without a fault, although the clock is virtual.
    ///
    /// The delay of its reply takes almost no real time, unless the clock advances slowly on a busy machine. Then the
    /// timeout may expire first.
    ///
    /// - Parameters:
    ///   - limit: the duration from which the end of the exchange does not matter.
    ///   - abandoned: the duration from which an exchange counts that the client has ended. It is shorter, because the
    ///     server sees only the part of the timeout after the request has arrived.
    fileprivate func isOvertaken(by limit: Duration, orAbandonedAfter abandoned: Duration) -> Bool {
        guard sleeps != nil else { return false }
        return entries.contains { entry in
            guard entry.fault == nil, let end = entry.peerClosedAt ?? entry.endAt else { return false }
            let duration = Duration.nanoseconds(end - entry.at)
            return duration >= limit || (entry.isAbandoned && duration >= abandoned)
        }
    }

    /// Whether a call ended in a timeout although every request had its complete reply.
    fileprivate var isTimedOutAfterReplies: Bool {
        guard !entries.isEmpty, entries.allSatisfy({ $0.end == .completed }) else { return false }
        return answer.outcomes.contains(.timeout)
    }
}

extension Journal.Entry {
    /// Whether the client sent its complete request, and closed the connection before it had the reply.
    fileprivate var isAbandoned: Bool { body.isComplete && (end == .closedByClient || end == .resetByClient) }
}

extension TestCase {
    /// Returns a delay, limited to the delay above which events of the test case no longer coincide.
    fileprivate func tolerance(upTo delay: Duration) -> Duration { coincidenceWindow.map { min($0, delay) } ?? delay }
}

extension ClauseResult {
    /// Returns this result of a repeated run, if its verdict is accepted; nil if the clause must run once more.
    ///
    /// - Parameter before: the reason for which the clause was run again.
    package func acceptedResult(after before: RerunReason?) -> ClauseResult? {
        switch rerun {
        case nil, .late: self
        case .chance: before == .chance ? self : nil
        case .machineBusy, .inconclusive: nil
        }
    }

    /// The result with the verdict `inconclusive` if it failed, or if the machine was too busy in every run.
    package var withoutVerdict: ClauseResult {
        guard rerun == .machineBusy || verdict == .fail else { return self }
        var result = self
        result.verdict = .inconclusive("the machine was too busy to judge the clause: \(latency)")
        (result.findings, result.notes) = ([], notes + findings)
        return result
    }
}
