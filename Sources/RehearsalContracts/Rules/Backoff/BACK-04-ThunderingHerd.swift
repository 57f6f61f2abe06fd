import Rehearsal

/// The rule on calls that failed together, BACK-04.
enum ThunderingHerdRule {
    /// The number of calls that fail together.
    private static let calls = 20
    /// The longest wait that is tested in real time.
    private static let longest = Duration.seconds(5)

    static let rule = Rule(
        "BACK-04",
        level: .should,
        profile: .extended,
        "Calls that failed at the same time are not retried at the same time.",
        source: "gRFC A6; AWS Builders' Library, Timeouts, retries and backoff with jitter",
        dependsOn: ["BACK-03"]
    ) { call in
        let status = try call.retriedStatuses()[0]
        let retry = call.retry
        if retry.jitter == .none { throw NotApplicableError("the client declares no jitter (jitter)") }
        if [.decorrelated, .smooth].contains(retry.jitter) {
            throw NotApplicableError("waits with the declared jitter are not distributed uniformly (jitter)")
        }
        if retry.firstRetryIsImmediate { throw NotApplicableError("the client does not wait before its first retry") }
        try call.requireRepresentative(inParallel: true)
        let bounds = call.declaration.waitBounds(after: status).bounds(1)
        guard bounds.lowerBound < bounds.upperBound else {
            throw NotApplicableError("the declared jitter is zero (jitter)")
        }
        if !call.usesVirtualClock, bounds.upperBound > longest {
            throw NotApplicableError("\(calls) calls may wait for \(bounds.upperBound.displayText)")
        }
        let replies = [Scenario.Reply(status).times(calls), call.recordedReply]
        var exercise = call.testCase(replies, attempts: retry.attempts)
        exercise.request.parallel = calls
        exercise.isTimed = true
        return [Rule.Draft("\(status)", exercise) { expectSpread(&$0, bounds) }]
    }

    /// Expects no tenth of the range of the first waits to contain too many retries.
    private static func expectSpread(_ exam: inout CaseAssertions, _ bounds: ClosedRange<Duration>) {
        guard let most = ThunderingHerd.limit(clients: calls) else { return }
        let isExact = exam.usesHarnessClock(exam.evidence)
        let retries = isExact ? requestedWaits(exam.evidence, in: bounds) : exam.attempts.dropFirst(calls).map(\.at)
        guard retries.count >= calls else {
            return exam.markInconclusive("only \(retries.count) of \(calls) calls were retried", isTransient: true)
        }
        let window = (bounds.upperBound - bounds.lowerBound) / 10
        let instants = retries.prefix(calls).map { Duration.nanoseconds($0) / .seconds(1) }
        let seen = ThunderingHerd.densest(instants, window: window / .seconds(1))
        let latency = exam.evidence.latency
        let overhead = isExact ? .zero : max(latency.longest, latency.server)
        let text =
            "\(seen) of \(calls) retries within \(window.displayText) "
            + "(N = \(calls), α = 0.001, confirmed by a second run, E = \(overhead.displayText))"
        if seen <= most { return exam.note("there were at most \(text)") }
        // A machine that stops for a while sends all delayed requests together.
        guard overhead < window else {
            return exam.markInconclusive(
                "the machine may have delayed retries by \(overhead.displayText)",
                isTransient: true
            )
        }
        exam.fail("expected at most \(most) retries within a tenth of the jitter, saw \(text)", .chance)
    }

    /// Returns the waits between these bounds that the calls requested from the harness's clock, in nanoseconds.
    private static func requestedWaits(_ evidence: CaseEvidence, in bounds: ClosedRange<Duration>) -> [Int64] {
        (evidence.sleeps ?? []).sorted { $0.at < $1.at }.map(\.duration).filter(bounds.contains).map(\.nanoseconds)
    }
}
