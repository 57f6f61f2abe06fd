import Rehearsal

extension Rule {
    /// Whole seconds, because `URLSession` on Linux takes no others.
    private static let timeout = Duration.seconds(1)

    static let timingOut = Rule(
        "CANC-04",
        .must,
        core: true,
        "An exchange that stalls ends in a timeout, near the configured time.",
        source: "URLSessionConfiguration.timeoutIntervalForRequest",
        restsOn: ["REQ-01", "DEC-06"]
    ) { declaration, operation in
        let attempts = declaration.attemptsAfterTimeout(operation)
        if let reason = declaration.isTooSlow(attempts) { return .notApplicable(reason) }
        let silent = operation.recorded.failing(Fault(.stall(), at: .beforeHead))
        var drafts = [
            Draft("head", exercise(operation, [silent], attempts, declaration)) { exam in
                exam.expectOutcome("timeout") { $0.kind == .timeout }
                exam.expectTimeouts(timeout)
            }
        ]
        if !operation.reply.body.isEmpty {
            // Once is enough for a client that tries again.
            let cut = operation.recorded.failing(Fault(.stall(), at: .body(.percent(50)))).times(1)
            let made = exercise(operation, [cut, operation.recorded], min(attempts, 2), declaration)
            drafts.append(
                Draft("body", made) { exam in
                    // Whether it may be sent again is not asked here.
                    let isRepeated = exam.attempts.count > 1
                    exam.expectOutcome("timeout, or a value of another attempt") { outcome in
                        outcome.kind == .timeout || isRepeated && outcome.kind == .value
                    }
                    exam.expectTimeouts(timeout)
                }
                .where(isRead: operation)
            )
        }
        return .clauses(drafts)
    }

    private static func exercise(
        _ operation: Declaration.Operation,
        _ replies: [Scenario.Reply],
        _ attempts: Int,
        _ declaration: Declaration,
    ) -> Exercise {
        var exercise = Exercise(operation, replies: replies).allowing(attempts, of: declaration)
        exercise.request.timeout = timeout
        exercise.time = .real
        exercise.lasts = timeout * attempts + declaration.longestWaits(attempts)
        return exercise
    }
}

extension Examination {
    /// Every exchange that stalled has lasted about as long as it may.
    ///
    /// When it began is what the server saw, which may be late;
    /// so only what all took together shows that one was too short.
    fileprivate mutating func expectTimeouts(_ timeout: Duration) {
        let most = timeout * 1.5 + .milliseconds(500)
        let stalled = evidence.entries.filter { $0.end == .closedByClient || $0.end == .resetByClient }
        for entry in stalled {
            let lasted = Duration.nanoseconds((entry.endAt ?? entry.at) - entry.at)
            guard lasted > most else { continue }
            complain("expected to give up after \(timeout.shown), waited for \(lasted.shown)", .late(by: lasted - most))
        }
        let count = max(1, attempts.count)
        let took = Duration.nanoseconds(evidence.answeredAt - evidence.calledAt)
        let least = timeout * max(1, stalled.count) - .milliseconds(5)
        let delay = evidence.latency.delay
        if took < least {
            complain("expected to wait for \(least.shown) in all, gave up after \(took.shown)")
        } else if delay * 4 > timeout, took < least + delay {
            doubt("a timeout of \(took.shown) may be seen \(delay.shown) longer than it was", isPassing: true)
        }
        expectEnd(within: most * count + declaration.longestWaits(count))
    }

    /// From the first request on, all have taken no longer than that: before it the client is still being made.
    private mutating func expectEnd(within most: Duration) {
        let start = attempts.first?.at ?? evidence.calledAt
        let took = Duration.nanoseconds(evidence.answeredAt - start)
        let excess = took - most - max(.milliseconds(500), evidence.overhead ?? .zero)
        guard excess > .zero else { return }
        complain("expected a timeout within \(most.shown), it took \(took.shown)", .late(by: excess))
    }
}
