import Rehearsal

/// The reason why a clause is run again, with nothing else of the harness running, before its verdict counts.
package enum Rerun: Sendable, Hashable {
    /// Every finding is one that the latency of the machine explains, or a finding may be missing because of it.
    case starved
    /// A request, a reply or an end came too late by more than the latency of the machine.
    case late
    /// A finding is one that a correct client shows once in many runs, or a timer of the client ended a call although
    /// every reply had been sent whole: an event that a network stack lost looks like that.
    case chance
    /// The clause could not be judged, and another run may show more.
    case doubtful

    /// The reason to run a clause again; nil if its verdict counts.
    package init?(of examination: Examination, _ latency: SchedulerLatency) {
        let (findings, exercise) = (examination.findings, examination.exercise)
        if findings.isEmpty {
            if latency.delay >= exercise.tolerance(upTo: exercise.request.tolerance / 2) {
                self = .starved
            } else if !examination.doubts.isEmpty, !examination.isDoubtLasting {
                self = .doubtful
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
            // Many short waits for a busy pool add up.
            return excess > latency.allowance && !latency.isLost(excess)
        }
        if isLate {
            self = .late
        } else {
            self = !isStarved && (isUnheard || findings.contains { $0.basis == .chance }) ? .chance : .starved
        }
    }
}

extension CaseEvidence {
    /// Whether a timer of the client may have ended a call or an exchange.
    fileprivate var showsTimer: Bool {
        answer.outcomes.contains { [.timeout, .hang, .cancelled].contains($0.kind) }
            || entries.contains { $0.end == .closedByClient || $0.end == .resetByClient }
    }

    /// Whether a call ended in a timeout although every request had its whole reply.
    fileprivate var isTimedOutAfterReplies: Bool {
        guard !entries.isEmpty, entries.allSatisfy({ $0.end == .completed }) else { return false }
        return answer.outcomes.contains(.timeout)
    }
}

extension Exercise {
    /// A delay, or a shorter one from which on calls that are to meet miss each other.
    fileprivate func tolerance(upTo delay: Duration) -> Duration { simultaneity.map { min($0, delay) } ?? delay }
}

extension ClauseResult {
    /// The verdict after another run that had the machine to itself; nil if the clause is to be run once more.
    ///
    /// - Parameter before: why the run before it did not count.
    package func settled(after before: Rerun?) -> ClauseResult? {
        switch rerun {
        case nil, .late: self
        case .chance: before == .chance ? self : nil
        case .starved, .doubtful: nil
        }
    }

    /// The same clause without a verdict, because no run of it could be believed.
    package var unsettled: ClauseResult {
        guard rerun == .starved || verdict == .fail else { return self }
        var result = self
        result.verdict = .inconclusive("the machine was too busy to tell: \(latency)")
        (result.findings, result.notes) = ([], notes + findings)
        return result
    }
}
