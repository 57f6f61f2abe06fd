import Rehearsal

/// BACK-03: jitter.
enum Jitter {
    /// The accepted probability that the waits of a client with jitter look alike in one run.
    ///
    /// A finding counts when two runs show it.
    private static let rarity = 1e-4
    /// The most calls that are compared.
    private static let mostCalls = 20
    /// The longest that the waits of all these calls may take together where they take real time.
    private static let longest = Duration.seconds(20)

    static let rule = Rule(
        "BACK-03",
        level: .should,
        "Waits are spread as declared: those of several calls differ by more than a tenth of the longest.",
        source: "the client's own declaration; AWS Builders' Library, Timeouts, retries and backoff with jitter",
        restsOn: ["BACK-01"]
    ) { call in
        let status = try call.repeatedStatuses()[0]
        let retry = call.retry
        if retry.jitter == .none { throw Inapplicable("the client declares no jitter") }
        // A client that begins at once has its first wait before the third attempt; decorrelated jitter may begin with
        // the base.
        let number = retry.beginsAtOnce || retry.jitter == .decorrelated ? 2 : 1
        guard number < retry.attempts else {
            throw Inapplicable("so few attempts have no wait that must differ from call to call")
        }
        if isCut(retry.policy(after: status), number) {
            throw Inapplicable("the longest wait (capMs) cuts the waits, so that many are alike")
        }
        let bounds = call.declaration.envelope(after: status).bounds(number)
        guard let calls = calls(bounds) else {
            let (least, most) = (bounds.lowerBound.shown, bounds.upperBound.shown)
            throw Inapplicable("\(mostCalls) waits between \(least) and \(most) may look alike by chance")
        }
        let all = bounds.upperBound * calls
        if !call.isVirtual, all > longest { throw Inapplicable("\(calls) calls may wait for \(all.shown)") }
        let replies = [Scenario.Reply(status).times(number), call.recorded]
        var exercise = call.exercise(replies, attempts: number + 1)
        exercise.runs = calls
        return [Rule.Draft("\(status)", exercise) { expectJitter(&$0, number) }]
    }

    /// Whether the cap is in reach of the waits of that number, so that many of them may be the cap itself.
    private static func isCut(_ retry: DeclaredRetry, _ number: Int) -> Bool {
        // Decorrelated waits grow to four times the one before.
        if retry.jitter == .decorrelated { return retry.cap < retry.base * 16 }
        var uncut = retry
        uncut.cap = .seconds(86_400)
        return Envelope(uncut).bounds(number).upperBound > retry.cap
    }

    /// The least number of calls after which waits within these bounds look alike seldom enough; nil if there is none.
    private static func calls(_ bounds: ClosedRange<Duration>) -> Int? {
        let width = bounds.upperBound - bounds.lowerBound
        guard width > .zero else { return nil }
        let share = min(1, bounds.upperBound / 10 / width)
        return (3...mostCalls).first { Spread.falseAlarm(runs: $0, share: share) <= rarity }
    }

    /// The waits of that number differ from call to call.
    private static func expectJitter(_ exam: inout Examination, _ number: Int) {
        let seen = exam.runs.compactMap { evidence in
            let waits = exam.waits(evidence)
            return waits.count < number ? nil : waits[number - 1]
        }
        guard seen.count == exam.runs.count, let least = seen.min(), let most = seen.max() else {
            return exam.doubt("only \(seen.count) of \(exam.runs.count) calls waited", isPassing: true)
        }
        let range = "\(exam.runs.count) calls waited between \(least.shown) and \(most.shown)"
        guard Spread.isJittered(seen.map { $0 / .seconds(1) }) else {
            return exam.complain("expected waits that differ by more than a tenth of the longest: \(range)", .chance)
        }
        // What the machine adds to some of the waits looks like jitter.
        let isExact = exam.runs.allSatisfy { exam.isByOurClock($0) }
        let added = isExact ? .zero : exam.runs.map { max($0.latency.longest, $0.latency.server) }.max() ?? .zero
        if most - least - added <= most / 10 {
            exam.doubt("\(range), and the machine may have added \(added.shown) to some", isPassing: true)
        }
    }
}
