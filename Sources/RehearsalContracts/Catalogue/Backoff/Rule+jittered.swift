import Rehearsal

extension Rule {
    /// The accepted probability that the waits of a client with jitter look alike in one run.
    ///
    /// A finding counts when two runs show it.
    private static let rarity = 1e-4
    /// The most calls that are compared.
    private static let mostCalls = 20
    /// The longest that the waits of all these calls may take together where they take real time.
    private static let longest = Duration.seconds(20)

    static let jittered = Rule(
        "BACK-03",
        .should,
        core: true,
        "Waits are spread as declared: those of several calls differ by more than a tenth of the longest.",
        source: "the client's own declaration; AWS Builders' Library, Timeouts, retries and backoff with jitter",
        restsOn: ["BACK-01"]
    ) { declaration, operation in
        if let reason = declaration.isNotRepeated(operation) { return .notApplicable(reason) }
        if declaration.retry.jitter == .none { return .notApplicable("the client declares no jitter") }
        let status = declaration.transientStatuses[0]
        // A client that begins at once has its first wait before the third attempt; decorrelated jitter may begin with
        // the base.
        let number = declaration.retry.beginsAtOnce || declaration.retry.jitter == .decorrelated ? 2 : 1
        guard number < declaration.retry.attempts else {
            return .notApplicable("so few attempts have no wait that must differ from call to call")
        }
        if isCut(declaration.retry.policy(after: status), number) {
            return .notApplicable("the longest wait (capMs) cuts the waits, so that many are alike")
        }
        let envelope = declaration.envelope(after: status)
        let bounds = envelope.bounds(number)
        guard let calls = calls(bounds) else {
            let (least, most) = (bounds.lowerBound.shown, bounds.upperBound.shown)
            return .notApplicable("\(mostCalls) waits between \(least) and \(most) may look alike by chance")
        }
        let isMadeUp = declaration.features.clockInjection && !declaration.isOutOfProcess
        let all = bounds.upperBound * calls
        if !isMadeUp, all > longest { return .notApplicable("\(calls) calls may wait for \(all.shown)") }
        let replies = [Scenario.Reply(status).times(number), operation.recorded]
        var exercise = Exercise(operation, replies: replies).allowing(number + 1, of: declaration)
        exercise.runs = calls
        return .clauses([Draft("\(status)", exercise) { exam in exam.expectJitter(number) }])
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
}

extension Examination {
    /// The waits of that number differ from call to call.
    fileprivate mutating func expectJitter(_ number: Int) {
        let seen = runs.compactMap { evidence in
            let waits = waits(evidence)
            return waits.count < number ? nil : waits[number - 1]
        }
        guard seen.count == runs.count, let least = seen.min(), let most = seen.max() else {
            return doubt("only \(seen.count) of \(runs.count) calls waited", isPassing: true)
        }
        let range = "\(runs.count) calls waited between \(least.shown) and \(most.shown)"
        guard Spread.isJittered(seen.map { $0 / .seconds(1) }) else {
            return complain("expected waits that differ by more than a tenth of the longest: \(range)", .chance)
        }
        // What the machine adds to some of the waits looks like jitter.
        let isExact = runs.allSatisfy { isByOurClock($0) }
        let added = isExact ? .zero : runs.map { max($0.latency.longest, $0.latency.server) }.max() ?? .zero
        if most - least - added <= most / 10 {
            doubt("\(range), and the machine may have added \(added.shown) to some", isPassing: true)
        }
    }
}
