import Rehearsal

/// The rule on the jitter of waits, BACK-03.
enum JitterRule {
    /// The accepted probability that the waits of a client with jitter are similar by chance in one run.
    ///
    /// A second run must confirm a finding, so that a wrong verdict has the square of this probability.
    private static let falseAlarmLimit = 1e-4
    /// The maximum number of calls that are compared.
    private static let mostCalls = 20
    /// The maximum total of the compared waits in real time.
    private static let longest = Duration.seconds(20)

    static let rule = Rule(
        "BACK-03",
        level: .should,
        "Waits have the declared jitter: across calls they differ by more than a tenth of the longest.",
        source: "the client's declaration; AWS Builders' Library, Timeouts, retries and backoff with jitter",
        restsOn: ["BACK-01"]
    ) { call in
        let status = try call.retriedStatuses()[0]
        let retry = call.retry
        if retry.jitter == .none { throw NotApplicableError("the client declares no jitter") }
        // The second wait is compared if the first is always zero, or if decorrelated jitter may make it the base.
        let number = retry.beginsAtOnce || retry.jitter == .decorrelated ? 2 : 1
        guard number < retry.attempts else {
            throw NotApplicableError("the only wait that the attempts permit (maxAttempts) need not vary between calls")
        }
        if isCapped(retry.policy(after: status), number) {
            throw NotApplicableError("the declared longest wait (capMs) limits the waits, so that many are equal")
        }
        let bounds = call.declaration.waitBounds(after: status).bounds(number)
        guard let calls = calls(bounds) else {
            let (least, most) = (bounds.lowerBound.displayText, bounds.upperBound.displayText)
            throw NotApplicableError("\(mostCalls) waits between \(least) and \(most) may be similar by chance")
        }
        let all = bounds.upperBound * calls
        if !call.usesVirtualClock, all > longest {
            throw NotApplicableError("\(calls) calls may wait for \(all.displayText)")
        }
        let replies = [Scenario.Reply(status).times(number), call.recordedReply]
        var exercise = call.testCase(replies, attempts: number + 1)
        exercise.runs = calls
        return [Rule.Draft("\(status)", exercise) { expectJitter(&$0, number) }]
    }

    /// Whether the cap limits the wait before this retry, so that many waits may equal the cap.
    private static func isCapped(_ retry: DeclaredRetry, _ number: Int) -> Bool {
        // A decorrelated wait is at most four times the previous one, so the second wait is at most 16 times the base.
        if retry.jitter == .decorrelated { return retry.cap < retry.base * 16 }
        var uncapped = retry
        uncapped.cap = .seconds(86_400)
        return WaitBounds(uncapped).bounds(number).upperBound > retry.cap
    }

    /// Returns the minimum number of calls to compare for the accepted probability; nil if it exceeds the maximum.
    private static func calls(_ bounds: ClosedRange<Duration>) -> Int? {
        let width = bounds.upperBound - bounds.lowerBound
        guard width > .zero else { return nil }
        let share = min(1, bounds.upperBound / 10 / width)
        return (3...mostCalls).first { JitterTest.falseAlarm(runs: $0, share: share) <= falseAlarmLimit }
    }

    /// Expects the waits before the retry with this number to differ between calls.
    private static func expectJitter(_ exam: inout CaseAssertions, _ number: Int) {
        let seen = exam.runs.compactMap { evidence in
            let waits = exam.waits(evidence)
            return waits.count < number ? nil : waits[number - 1]
        }
        guard seen.count == exam.runs.count, let least = seen.min(), let most = seen.max() else {
            return exam.markInconclusive(
                "only \(seen.count) of \(exam.runs.count) calls waited before a retry",
                isPassing: true
            )
        }
        let range = "\(exam.runs.count) calls waited between \(least.displayText) and \(most.displayText)"
        guard JitterTest.isJittered(seen.map { $0 / .seconds(1) }) else {
            return exam.fail("expected waits that differ by more than a tenth of the longest: \(range)", .chance)
        }
        // The delays of the machine could be the only difference between the waits.
        let isExact = exam.runs.allSatisfy { exam.usesHarnessClock($0) }
        let added = isExact ? .zero : exam.runs.map { max($0.latency.longest, $0.latency.server) }.max() ?? .zero
        if most - least - added <= most / 10 {
            exam.markInconclusive(
                "\(range), and the machine may have added \(added.displayText) to some",
                isPassing: true
            )
        }
    }
}
