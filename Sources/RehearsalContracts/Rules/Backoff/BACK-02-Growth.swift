import Rehearsal

/// The rule on the growth of waits, BACK-02.
enum GrowthRule {
    /// The accepted rate of wrong findings in one run. A second run must confirm a finding.
    private static let rarity = WaitGrowth.ErrorRate.thousand
    /// The maximum number of calls in virtual time and in real time.
    private static let (mostVirtualCalls, mostCalls) = (40, 20)
    /// The maximum total of the waits in real time.
    private static let longest = Duration.seconds(20)
    /// The minimum slope that can be distinguished from that of constant waits.
    private static let leastSlope = 0.1

    static let rule = Rule(
        "BACK-02",
        level: .should,
        profile: .extended,
        "Waits grow from one retry to the next by the declared factor.",
        source: "the client's declaration; gRFC A6",
        dependsOn: ["BACK-01", "BACK-03"]
    ) { call in
        let status = try call.retriedStatuses()[0]
        try call.requireRepresentative()
        let numbers = try growingWaits(call.retry.policy(after: status))
        let bounds = call.declaration.waitBounds(after: status)
        let growth = ExpectedGrowth(numbers.map { bounds.bounds($0).inSeconds })
        guard let growth, growth.slope > leastSlope else {
            throw NotApplicableError("the declared longest wait (capMs) prevents the growth of the waits")
        }
        let (calls, attempts) = (growth.runsNeeded(onceIn: rarity), call.retry.attempts)
        guard calls <= (call.usesVirtualClock ? mostVirtualCalls : mostCalls) else {
            throw NotApplicableError(
                "\(calls) calls are necessary to see \(numbers.count) waits with this jitter grow (maxAttempts, jitter)"
            )
        }
        let all = bounds.longestTotal(attempts) * calls
        if !call.usesVirtualClock, all > longest {
            throw NotApplicableError("\(calls) calls may wait for \(all.displayText)")
        }
        var exercise = call.testCase([Scenario.Reply(status)], attempts: attempts)
        (exercise.runs, exercise.isTimed) = (calls, true)
        return [Rule.Draft("\(status)", exercise) { expectGrowth(&$0, growth, numbers) }]
    }

    /// Returns the numbers of the waits that grow. Throws if the declared policy has no such waits.
    private static func growingWaits(_ retry: DeclaredRetry) throws -> [Int] {
        if retry.factor <= 1 { throw NotApplicableError("the client declares waits that do not grow (factor)") }
        if [.decorrelated, .smooth].contains(retry.jitter) {
            throw NotApplicableError("the declared jitter does not determine the growth of the waits (jitter)")
        }
        let bounds = WaitBounds(retry)
        let numbers = (1..<retry.attempts).filter { bounds.bound($0) > .zero }
        if numbers.count < 2 {
            throw NotApplicableError("the declared attempts permit only one wait (maxAttempts)")
        }
        return numbers
    }

    /// Expects the logarithms of the waits with these numbers to have at least half of the declared slope.
    private static func expectGrowth(_ exam: inout CaseAssertions, _ growth: ExpectedGrowth, _ numbers: [Int]) {
        let runs = exam.runs.map { evidence in
            let waits = exam.waits(evidence)
            return numbers.compactMap { $0 <= waits.count ? waits[$0 - 1] / .seconds(1) : nil }
        }
        guard runs.allSatisfy({ $0.count == numbers.count }), let slope = WaitGrowth.slope(runs) else {
            return exam.markInconclusive("not every call waited \(numbers.count) times", isTransient: true)
        }
        let isExact = exam.runs.allSatisfy { exam.usesHarnessClock($0) }
        let overhead = isExact ? .zero : exam.evidence.overhead
        let shortest = runs.flatMap(\.self).min() ?? 0
        guard let overhead, overhead / .seconds(1) * 4 <= shortest else {
            let text = overhead?.displayText ?? "an unknown time"
            return exam.markInconclusive("the measured waits may be \(text) too long", isTransient: true)
        }
        let text =
            "\(slope.rounded(to: 2)) (N = \(exam.runs.count) calls of \(numbers.count) waits, "
            + "α = \(rarity.probability), confirmed by a second run, E = \(overhead.displayText))"
        guard slope < growth.slope / 2 else {
            return exam.note("the logarithms of the waits grow by \(text) per retry")
        }
        let wanted = "at least \((growth.slope / 2).rounded(to: 2)) per retry"
        exam.fail("expected the logarithms of the waits to grow by \(wanted), saw \(text)", .chance)
    }
}

extension ClosedRange<Duration> {
    /// The range in seconds.
    fileprivate var inSeconds: ClosedRange<Double> { lowerBound / .seconds(1)...upperBound / .seconds(1) }
}

extension Double {
    /// Returns the number with this number of decimal places.
    fileprivate func rounded(to places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }
}
