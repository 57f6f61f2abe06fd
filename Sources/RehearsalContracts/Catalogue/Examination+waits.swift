import Rehearsal

extension Examination {
    /// How long the client waited before each attempt but the first.
    ///
    /// What it asked a clock of ours for, where it was given one; else from the end of the answer before to the
    /// request. That end is read from the clock before the last byte is handed over,
    /// so a client has waited no longer than that.
    func waits(_ evidence: CaseEvidence) -> [Duration] {
        let told = told(evidence)
        return zip(told, told.dropFirst()).map { before, after in
            let (start, end) = (before.last.endAt ?? before.last.at, after.first.at)
            guard isByOurClock(evidence) else { return .nanoseconds(max(0, end - start)) }
            let asked = (evidence.sleeps ?? []).filter { $0.at >= start && $0.at < end }
            return asked.reduce(.zero) { $0 + $1.duration }
        }
    }

    /// Whether what it waited is known exactly.
    func isByOurClock(_ evidence: CaseEvidence) -> Bool {
        guard let sleeps = evidence.sleeps else { return false }
        return declaration.features.clockInjection || !sleeps.isEmpty
    }

    /// Every wait lies in the envelope that the client declares, and not all of them are next to nothing.
    package mutating func expectWaits(_ envelope: Envelope) {
        let waits = waits(evidence).prefix(max(0, declaration.retry.attempts - 1))
        let (slack, doubt) = slack(for: envelope)
        var previous: Duration?
        for (index, wait) in waits.enumerated() {
            let bounds = envelope.bounds(index + 1, after: previous)
            judge(wait, bounds, slack, before: index + 2, unless: doubt)
            previous = wait
        }
        if complaints.isEmpty, envelope.isHotLoop(waits) {
            let shown = waits.map(\.shown).joined(separator: ", ")
            complain("expected waits, saw \(waits.count) that are next to nothing: \(shown)", .chance)
        }
    }

    /// The client waited so long before its second attempt; if it made none, nothing is said.
    package mutating func expectFirstWait(_ bounds: ClosedRange<Duration>, _ slack: Slack) {
        guard let wait = waits(evidence).first else { return }
        judge(wait, bounds, slack, before: 2)
    }

    private mutating func judge(
        _ wait: Duration,
        _ bounds: ClosedRange<Duration>,
        _ slack: Slack,
        before attempt: Int,
        unless doubt: LateDoubt? = nil,
    ) {
        let fault = slack.fault(of: wait, in: bounds)
        self.waits.append(Wait(wait, least: bounds.lowerBound, most: bounds.upperBound, isRight: fault == nil))
        switch fault {
        case .early(let least):
            complain("expected a wait of at least \(least.shown) before attempt \(attempt), saw \(wait.shown)")
        case .late(let most):
            let overhead = slack.late.map { $0 > .microseconds(1) ? " and \($0.shown) of overhead" : "" } ?? ""
            complain(
                "expected a wait of at most \(most.shown)\(overhead) before attempt \(attempt), saw \(wait.shown)",
                slack == .exact ? .event : .late(by: wait - most - (slack.late ?? .zero))
            )
        case nil:
            if let doubt, case .late = Slack.wire(doubt.slack).fault(of: wait, in: bounds) {
                return self.doubt(doubt.reason, isPassing: true)
            }
            // A wait that is just long enough may have been too short, if the machine made it longer.
            let moved = max(evidence.latency.longest, evidence.latency.server)
            guard slack != .exact, bounds.lowerBound > .zero, moved * 4 > bounds.lowerBound else { return }
            guard wait < bounds.lowerBound + moved else { return }
            self.doubt("a wait of \(wait.shown) may be seen \(moved.shown) longer than it was", isPassing: true)
        }
    }

    /// The lateness from which on a wait is doubtful, and why.
    private struct LateDoubt {
        var slack: Duration
        var reason: String
    }

    /// The slack of waits, and the doubt about those that are late by less than that.
    ///
    /// A wait that is not too long by a quarter of the base is right, whatever the machine was busy with.
    private func slack(for envelope: Envelope) -> (Slack, LateDoubt?) {
        if isByOurClock(evidence) { return (.exact, nil) }
        guard timing != .off, exercise.isTimed else { return (.wire(nil), nil) }
        let step = envelope.step(1) > .zero ? envelope.step(1) : envelope.step(2)
        guard let overhead = evidence.overhead else {
            return (.wire(nil), LateDoubt(slack: step / 4, reason: "the overhead of a wait was not measured"))
        }
        if Overhead.isFine(overhead, for: step) { return (.wire(overhead), nil) }
        let reason = "a wait of \(step.shown) cannot be judged where it may be seen \(overhead.shown) longer"
        return (.wire(overhead), LateDoubt(slack: step / 4, reason: reason))
    }

    /// For waits that are judged by bounds so wide that a busy machine does not matter.
    package func wideSlack(_ slack: (Duration?) -> Slack) -> Slack {
        if isByOurClock(evidence) { return .exact }
        return timing == .off ? slack(nil) : slack(max(.milliseconds(500), evidence.overhead ?? .zero))
    }
}
