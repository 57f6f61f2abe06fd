import Rehearsal

/// The rule on invalid and absurd values of Retry-After, BACK-07.
enum InvalidRetryAfter {
    /// Values that are neither a number of seconds nor a date.
    private static let garbage = [
        ("abc", ["abc"]), ("negative", ["-5"]), ("fraction", ["1.5"]), ("empty", [""]), ("two", ["1", "2"]),
    ]
    /// Valid waits that are too long for any client to accept.
    private static let absurd = [
        ("a-day", "86400"), ("2-to-the-31", "2147483648"), ("10-to-the-30", "1000000000000000000000000000000"),
        ("year-9999", "Fri, 31 Dec 9999 23:59:59 GMT"),
    ]
    /// The maximum time for which a client is observed in real time.
    private static let longest = Duration.seconds(5)

    static let rule = Rule(
        "BACK-07",
        "An invalid Retry-After is ignored; an absurdly long one neither blocks the client nor overflows.",
        source: "RFC 9110 §10.2.3",
        dependsOn: ["RETRY-01", "BACK-01"]
    ) { call in
        let status = try call.retriedStatuses()[0]
        let invalidDrafts = garbage.map { name, lines in
            Rule.Draft(name, call.testCase([reply(status, lines), call.recordedReply], attempts: 2)) { exam in
                expectOwnWait(&exam, lines.compactMap(seconds).max(), after: status)
            }
        }
        return invalidDrafts + absurd.map { name, line in draft(call, name, line, after: status) }
    }

    /// Returns a clause in which the server asks for a wait that is too long for any client to accept.
    private static func draft(_ call: OperationContext, _ name: String, _ line: String, after status: Int) -> Rule.Draft
    {
        let cap = call.retry.retryAfterCap ?? .zero
        var exercise = call.testCase([reply(status, [line]), call.recordedReply])
        exercise.request.deadline = longest + cap + call.declaration.waitBounds(after: status).bounds(1).upperBound
        guard cap > longest, !call.usesVirtualClock else {
            return Rule.Draft(name, exercise) { expectNoLongWait(&$0, after: status) }.depending(
                on: "STAT-04",
                "DEC-17"
            )
        }
        // A client whose integer overflows retries within the first seconds.
        exercise.request.cancelAfter = longest
        (exercise.timeSource, exercise.estimatedDuration) = (.real, longest)
        if !call.features.cancellation {
            let wait = "the client waits for a Retry-After of up to \(cap.displayText)"
            exercise.notApplicableReason = "\(wait), and its calls cannot be cancelled"
        }
        // The field is defined only for 3xx, 413, 429 and 503; after another status, a client may ignore it.
        let mayIgnore = !call.retry.honorsRetryAfter || !RetryAfterWait.isDefined(with: status)
        return Rule.Draft(name, exercise) { exam in
            // A client may treat a number that overflows its integer as an invalid value.
            if mayIgnore || name == "10-to-the-30", exam.attempts.count > 1 {
                return expectOwnWait(&exam, nil, after: status)
            }
            expectWaiting(&exam, after: status)
        }
        .depending(on: "BACK-05", "STAT-04", "DEC-17")
    }

    private static func reply(_ status: Int, _ lines: [String]) -> Scenario.Reply {
        Scenario.Reply(status, headers: Scenario.Headers(lines.map { .init("Retry-After", $0) })).times(1)
    }

    /// Returns a whole number of seconds; nil for any other text.
    private static func seconds(_ text: String) -> Duration? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text).map { .seconds($0) }
    }

    /// Expects a wait by the client's own policy; if `requested` is present, a wait of that length passes too.
    private static func expectOwnWait(_ exam: inout CaseAssertions, _ requested: Duration?, after status: Int) {
        let bounds = exam.declaration.waitBounds(after: status).bounds(1)
        let most = requested.map { $0 + max(bounds.upperBound, .seconds(1)) } ?? bounds.upperBound
        exam.expectRequests(2)
        exam.expectValue()
        exam.expectFirstWait(bounds.lowerBound...max(most, bounds.upperBound), exam.wideTolerance(WaitTolerance.wire))
    }

    /// Expects the client to be still waiting when the call is cancelled, or to have reported the failure.
    private static func expectWaiting(_ exam: inout CaseAssertions, after status: Int) {
        exam.expectRequests(1)
        exam.expectOutcome("cancelled, or a failure with status \(status)") { outcome in
            outcome.kind == .cancelled || outcome.status == status
        }
    }

    /// Expects the client to report the failure, or to wait at most its declared limit; the call ends by its deadline.
    private static func expectNoLongWait(_ exam: inout CaseAssertions, after status: Int) {
        let deadline = exam.testCase.request.deadline ?? .seconds(20)
        let policy = exam.declaration.retry.policy(after: status)
        let permitted = RetryAfterWait.between(.seconds(86_400), .seconds(86_400)).permittedRetry(
            policy,
            timeLimit: deadline
        )
        exam.expectOutcome("a value or a failure with status \(status)") { outcome in
            outcome.kind == .value || outcome.status == status
        }
        exam.expectDuration(within: deadline + .milliseconds(500), "the call to end")
        exam.expectFirstWait(permitted.wait, exam.wideTolerance(WaitTolerance.wire))
    }
}
