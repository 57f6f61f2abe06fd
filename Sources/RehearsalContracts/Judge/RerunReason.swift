import Rehearsal

/// A reason to run a clause again before its verdict counts, with no other case running.
package enum RerunReason: Sendable, Hashable {
    /// The latency of the machine explains every finding, or may hide one.
    case machineBusy
    /// A request, a reply or an end was later than the latency of the machine explains.
    case late
    /// A correct client may rarely cause the finding, or a timer ended a call although every reply was complete.
    ///
    /// A network stack that loses an event causes the latter.
    case chance
    /// The clause could not be judged, and another run may help.
    case inconclusive

    /// Creates the reason to run a clause again; nil if its verdict counts.
    package init?(of examination: CaseAssertions, _ latency: SchedulerLatency) {
        let (findings, exercise) = (examination.findings, examination.exercise)
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
        let hasLostTimer = latency.isLost(tolerance) && examination.runs.contains(where: \.showsTimer)
        let isStarved = latency.allowance >= tolerance || hasLostTimer
        let isUnheard = examination.runs.contains(where: \.isTimedOutAfterReplies)
        if !isStarved, !isUnheard, findings.contains(where: { $0.basis == .event }) { return nil }
        let isLate = findings.contains { finding in
            guard case .late(let excess) = finding.basis else { return false }
            // The delays of many short waits for a busy thread pool add up.
            return excess > latency.allowance && !latency.isLost(excess)
        }
        if isLate {
            self = .late
        } else {
            self = !isStarved && (isUnheard || findings.contains { $0.basis == .chance }) ? .chance : .machineBusy
        }
    }
}

extension CaseEvidence {
    /// Whether a timer of the client may have ended a call or an exchange.
    fileprivate var showsTimer: Bool {
        answer.outcomes.contains { [.timeout, .hang, .cancelled].contains($0.kind) }
            || entries.contains { $0.end == .closedByClient || $0.end == .resetByClient }
    }

    /// Whether a call ended in a timeout although every request had its complete reply.
    fileprivate var isTimedOutAfterReplies: Bool {
        guard !entries.isEmpty, entries.allSatisfy({ $0.end == .completed }) else { return false }
        return answer.outcomes.contains(.timeout)
    }
}

extension TestCase {
    /// Returns the delay, or a shorter one above which events that must coincide miss each other.
    fileprivate func tolerance(upTo delay: Duration) -> Duration { coincidenceWindow.map { min($0, delay) } ?? delay }
}

extension ClauseResult {
    /// Returns the verdict after another run without other cases; nil if the clause must run once more.
    ///
    /// - Parameter before: the reason for this run.
    package func acceptedResult(after before: RerunReason?) -> ClauseResult? {
        switch rerun {
        case nil, .late: self
        case .chance: before == .chance ? self : nil
        case .machineBusy, .inconclusive: nil
        }
    }

    /// The result without a verdict, because the machine was too busy in every run.
    package var withoutVerdict: ClauseResult {
        guard rerun == .machineBusy || verdict == .fail else { return self }
        var result = self
        result.verdict = .inconclusive("the machine was too busy to judge the clause: \(latency)")
        (result.findings, result.notes) = ([], notes + findings)
        return result
    }
}
