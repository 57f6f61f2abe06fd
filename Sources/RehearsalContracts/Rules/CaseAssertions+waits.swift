import Rehearsal

extension CaseAssertions {
    /// Returns the client's waits, one before each attempt except the first.
    ///
    /// If the client uses the harness's clock, a wait is the duration that it requested from the clock. Otherwise it is
    /// the time from the end of the previous reply to the request. The server records the end before it sends the last
    /// byte, so the actual wait may be shorter.
    func waits(_ evidence: CaseEvidence) -> [Duration] {
        let requests = clientRequests(evidence)
        return zip(requests, requests.dropFirst()).map { before, after in
            let (start, end) = (before.last.endAt ?? before.last.at, after.first.at)
            guard usesHarnessClock(evidence) else { return .nanoseconds(max(0, end - start)) }
            let sleeps = (evidence.sleeps ?? []).filter { $0.at >= start && $0.at < end }
            return sleeps.reduce(.zero) { $0 + $1.duration }
        }
    }

    /// Whether the client requested its waits from the harness's clock, so that they are known exactly.
    func usesHarnessClock(_ evidence: CaseEvidence) -> Bool {
        guard let sleeps = evidence.sleeps else { return false }
        return declaration.features.clockInjection || !sleeps.isEmpty
    }

    /// Expects every wait to be within the declared bounds, and not all of several waits to be close to zero.
    package mutating func expectWaits(_ envelope: WaitBounds) {
        let waits = waits(evidence).prefix(max(0, declaration.retry.attempts - 1))
        let (tolerance, lateness) = tolerance(for: envelope)
        var previous: Duration?
        for (index, wait) in waits.enumerated() {
            let bounds = envelope.bounds(index + 1, after: previous)
            expectWait(wait, bounds, tolerance, before: index + 2, unless: lateness)
            previous = wait
        }
        if findingTexts.isEmpty, envelope.isHotLoop(waits) {
            let list = waits.map(\.displayText).joined(separator: ", ")
            fail("expected waits, saw \(waits.count) that are close to zero: \(list)", .chance)
        }
    }

    /// Expects the wait before the second attempt to be within these bounds, if there is a second attempt.
    package mutating func expectFirstWait(_ bounds: ClosedRange<Duration>, _ tolerance: WaitTolerance) {
        guard let wait = waits(evidence).first else { return }
        expectWait(wait, bounds, tolerance, before: 2)
    }

    private mutating func expectWait(
        _ wait: Duration,
        _ bounds: ClosedRange<Duration>,
        _ tolerance: WaitTolerance,
        before attempt: Int,
        unless lateness: InconclusiveLateness? = nil,
    ) {
        let violation = tolerance.violation(of: wait, in: bounds)
        self.waits.append(Wait(wait, least: bounds.lowerBound, most: bounds.upperBound, isRight: violation == nil))
        switch violation {
        case .early(let least):
            fail("expected a wait of at least \(least.displayText) before attempt \(attempt), saw \(wait.displayText)")
        case .late(let most):
            let late = tolerance.late ?? .zero
            let overhead = late > .microseconds(1) ? " and \(late.displayText) of overhead" : ""
            fail(
                "expected a wait of at most \(most.displayText)\(overhead) before attempt \(attempt), saw \(wait.displayText)",
                tolerance == .exact ? .event : .late(by: wait - most - late)
            )
        case nil:
            if let lateness, case .late = WaitTolerance.wire(lateness.tolerance).violation(of: wait, in: bounds) {
                return self.markInconclusive(lateness.reason, isPassing: true)
            }
            // A wait that is barely long enough would be too short if the machine had not delayed the request.
            let delay = max(evidence.latency.longest, evidence.latency.server)
            guard tolerance != .exact, bounds.lowerBound > .zero, delay * 4 > bounds.lowerBound else { return }
            guard wait < bounds.lowerBound + delay else { return }
            self.markInconclusive(
                "a wait of \(wait.displayText) may have been \(delay.displayText) shorter than measured",
                isPassing: true
            )
        }
    }

    /// The lateness above which a wait is inconclusive, and the reason.
    private struct InconclusiveLateness {
        var tolerance: Duration
        var reason: String
    }

    /// Returns the tolerance for waits, and the lateness above which a wait within the tolerance is inconclusive.
    ///
    /// A wait that exceeds its bound by less than a quarter of the first bound always passes.
    private func tolerance(for envelope: WaitBounds) -> (WaitTolerance, InconclusiveLateness?) {
        if usesHarnessClock(evidence) { return (.exact, nil) }
        guard timing != .off, exercise.isTimed else { return (.wire(nil), nil) }
        let step = envelope.bound(1) > .zero ? envelope.bound(1) : envelope.bound(2)
        guard let overhead = evidence.overhead else {
            let reason = "the overhead of a wait was not measured"
            return (.wire(nil), InconclusiveLateness(tolerance: step / 4, reason: reason))
        }
        if WaitOverhead.isFine(overhead, for: step) { return (.wire(overhead), nil) }
        let reason =
            "a wait of \(step.displayText) cannot be judged: its measurement may be \(overhead.displayText) too long"
        return (.wire(overhead), InconclusiveLateness(tolerance: step / 4, reason: reason))
    }

    /// Returns the tolerance for waits whose bounds are so wide that the load of the machine does not matter.
    package func wideTolerance(_ tolerance: (Duration?) -> WaitTolerance) -> WaitTolerance {
        if usesHarnessClock(evidence) { return .exact }
        return timing == .off ? tolerance(nil) : tolerance(max(.milliseconds(500), evidence.overhead ?? .zero))
    }
}
