import Rehearsal

extension Rule {
    /// What is neither a number of seconds nor a date.
    private static let garbage = [
        ("abc", ["abc"]), ("negative", ["-5"]), ("fraction", ["1.5"]), ("empty", [""]), ("two", ["1", "2"]),
    ]
    /// What nobody waits for.
    private static let absurd = [
        ("a-day", "86400"), ("2-to-the-31", "2147483648"), ("10-to-the-30", "1000000000000000000000000000000"),
        ("year-9999", "Fri, 31 Dec 9999 23:59:59 GMT"),
    ]
    /// The longest wait that is tried in real time.
    private static let longest = Duration.seconds(5)

    static let oddRetryAfter = Rule(
        "BACK-07",
        .must,
        core: true,
        "A Retry-After that is none is passed over; one that is absurd neither blocks nor overflows.",
        source: "RFC 9110 §10.2.3",
        restsOn: ["RETRY-01", "BACK-01"]
    ) { declaration, operation in
        if let reason = declaration.isNotRepeated(operation) { return .notApplicable(reason) }
        let status = declaration.transientStatuses[0]
        var drafts = garbage.map { name, lines in
            let exercise = Exercise(operation, replies: [reply(status, lines), operation.recorded])
            return Draft(name, exercise.allowing(2, of: declaration)) { exam in
                exam.expectOwnWait(lines.compactMap { Duration.seconds($0) }.max(), after: status)
            }
        }
        let cap = declaration.retry.retryAfterCap ?? .zero
        let isLong = cap > longest && !(declaration.features.clockInjection && !declaration.isOutOfProcess)
        // After other statuses a client may look at the field, and need not (RFC 9110 §10.2.3).
        let mayIgnore = !declaration.retry.honorsRetryAfter || !AskedWait.isAsked(with: status)
        drafts += absurd.map { name, line in
            var exercise = Exercise(operation, replies: [reply(status, [line]), operation.recorded])
            exercise.request.deadline = longest + cap + declaration.envelope(after: status).bounds(1).upperBound
            guard isLong else {
                return Draft(name, exercise) { exam in exam.expectNoLongWait(after: status) }
                    .resting(on: "STAT-04", "DEC-17")
            }
            // What it does within the first seconds shows whether a number overflows.
            exercise.request.cancelAfter = longest
            (exercise.time, exercise.lasts) = (.real, longest)
            if !declaration.features.cancellation {
                let wait = "the client waits for up to \(cap.shown) if it is asked to"
                exercise.impossible = "\(wait), and cannot be cancelled"
            }
            return Draft(name, exercise) { exam in
                // A number that fits in no integer may be passed over as one that is none.
                if mayIgnore || name == "10-to-the-30", exam.attempts.count > 1 {
                    return exam.expectOwnWait(nil, after: status)
                }
                exam.expectWaiting(after: status)
            }
            .resting(on: "BACK-05", "STAT-04", "DEC-17")
        }
        return .clauses(drafts)
    }

    private static func reply(_ status: Int, _ lines: [String]) -> Scenario.Reply {
        Scenario.Reply(status, headers: Scenario.Headers(lines.map { .init("Retry-After", $0) })).times(1)
    }
}

extension Examination {
    /// The client has waited as if nobody had asked it to; where it was asked twice it may also have done either.
    fileprivate mutating func expectOwnWait(_ asked: Duration?, after status: Int) {
        let own = declaration.envelope(after: status).bounds(1)
        let most = asked.map { $0 + max(own.upperBound, .seconds(1)) } ?? own.upperBound
        expectRequests(2)
        expectValue()
        expectFirstWait(own.lowerBound...max(most, own.upperBound), wideSlack(Slack.wire))
    }

    /// The client still waits when its call is cancelled, or has given up.
    fileprivate mutating func expectWaiting(after status: Int) {
        expectRequests(1)
        expectOutcome("cancelled, or a failure with status \(status)") { outcome in
            outcome.kind == .cancelled || outcome.status == status
        }
    }

    /// The client has given up, or has waited as long as it is prepared to, and has come to an end in time.
    fileprivate mutating func expectNoLongWait(after status: Int) {
        let deadline = exercise.request.deadline ?? .seconds(20)
        let policy = declaration.retry.policy(after: status)
        let leave = AskedWait.between(.seconds(86_400), .seconds(86_400)).leave(policy, patience: deadline)
        expectOutcome("a value or a failure with status \(status)") { outcome in
            outcome.kind == .value || outcome.status == status
        }
        expectAnswer(within: deadline + .milliseconds(500), "an end")
        expectFirstWait(leave.wait, wideSlack(Slack.wire))
    }
}

extension Duration {
    /// A whole number of seconds; nil for anything else.
    fileprivate static func seconds(_ text: String) -> Duration? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text).map { .seconds($0) }
    }
}
