import Rehearsal

extension CaseAssertions {
    /// Returns the client's waits, one before each attempt but the first.
    ///
    /// A wait is what the client requested from the harness's clock if it used one. Otherwise it is the time from the
    /// end of the previous reply to the request. That end is recorded before the last byte is sent, so the actual wait
    /// is at most as long.
    func waits(_ evidence: CaseEvidence) -> [Duration] {
        let requests = clientRequests(evidence)
        return zip(requests, requests.dropFirst()).map { before, after in
            let (start, end) = (before.last.endAt ?? before.last.at, after.first.at)
            guard usesHarnessClock(evidence) else { return .nanoseconds(max(0, end - start)) }
            let asked = (evidence.sleeps ?? []).filter { $0.at >= start && $0.at < end }
            return asked.reduce(.zero) { $0 + $1.duration }
        }
    }

    /// Whether the waits are known exactly.
    func usesHarnessClock(_ evidence: CaseEvidence) -> Bool {
        guard let sleeps = evidence.sleeps else { return false }
        return declaration.features.clockInjection || !sleeps.isEmpty
    }

    /// Expects every wait to be within the declared bounds, and at least one of them not to be close to zero.
    package mutating func expectWaits(_ envelope: WaitBounds) {
        let waits = waits(evidence).prefix(max(0, declaration.retry.attempts - 1))
        let (slack, doubt) = slack(for: envelope)
        var previous: Duration?
        for (index, wait) in waits.enumerated() {
            let bounds = envelope.bounds(index + 1, after: previous)
            judge(wait, bounds, slack, before: index + 2, unless: doubt)
            previous = wait
        }
        if findingTexts.isEmpty, envelope.isHotLoop(waits) {
            let shown = waits.map(\.displayText).joined(separator: ", ")
            fail("expected waits, saw \(waits.count) that are close to zero: \(shown)", .chance)
        }
    }

    /// Expects the wait before the second attempt to be within bounds; passes without a second attempt.
    package mutating func expectFirstWait(_ bounds: ClosedRange<Duration>, _ slack: WaitTolerance) {
        guard let wait = waits(evidence).first else { return }
        judge(wait, bounds, slack, before: 2)
    }

    private mutating func judge(
        _ wait: Duration,
        _ bounds: ClosedRange<Duration>,
        _ slack: WaitTolerance,
        before attempt: Int,
        unless doubt: LateDoubt? = nil,
    ) {
        let fault = slack.violation(of: wait, in: bounds)
        self.waits.append(Wait(wait, least: bounds.lowerBound, most: bounds.upperBound, isRight: fault == nil))
        switch fault {
        case .early(let least):
            fail("expected a wait of at least \(least.displayText) before attempt \(attempt), saw \(wait.displayText)")
        case .late(let most):
            let overhead = slack.late.map { $0 > .microseconds(1) ? " and \($0.displayText) of overhead" : "" } ?? ""
            fail(
                "expected a wait of at most \(most.displayText)\(overhead) before attempt \(attempt), saw \(wait.displayText)",
                slack == .exact ? .event : .late(by: wait - most - (slack.late ?? .zero))
            )
        case nil:
            if let doubt, case .late = WaitTolerance.wire(doubt.slack).violation(of: wait, in: bounds) {
                return self.markInconclusive(doubt.reason, isPassing: true)
            }
            // A wait that is barely long enough may be too short if the machine prolonged it.
            let moved = max(evidence.latency.longest, evidence.latency.server)
            guard slack != .exact, bounds.lowerBound > .zero, moved * 4 > bounds.lowerBound else { return }
            guard wait < bounds.lowerBound + moved else { return }
            self.markInconclusive(
                "a wait of \(wait.displayText) may have been \(moved.displayText) shorter than measured",
                isPassing: true
            )
        }
    }

    /// A lateness above which a wait is doubtful, and the reason.
    private struct LateDoubt {
        var slack: Duration
        var reason: String
    }

    /// Returns the slack for waits, and the doubt about waits that are late by less than that.
    ///
    /// A wait that is less than a quarter of the base too long passes, whatever the load of the machine.
    private func slack(for envelope: WaitBounds) -> (WaitTolerance, LateDoubt?) {
        if usesHarnessClock(evidence) { return (.exact, nil) }
        guard timing != .off, exercise.isTimed else { return (.wire(nil), nil) }
        let step = envelope.bound(1) > .zero ? envelope.bound(1) : envelope.bound(2)
        guard let overhead = evidence.overhead else {
            return (.wire(nil), LateDoubt(slack: step / 4, reason: "the overhead of a wait was not measured"))
        }
        if WaitOverhead.isFine(overhead, for: step) { return (.wire(overhead), nil) }
        let reason =
            "a wait of \(step.displayText) cannot be judged if it may be measured \(overhead.displayText) too long"
        return (.wire(overhead), LateDoubt(slack: step / 4, reason: reason))
    }

    /// Returns the slack for waits with bounds so wide that the load of the machine does not matter.
    package func wideTolerance(_ slack: (Duration?) -> WaitTolerance) -> WaitTolerance {
        if usesHarnessClock(evidence) { return .exact }
        return timing == .off ? slack(nil) : slack(max(.milliseconds(500), evidence.overhead ?? .zero))
    }
}
