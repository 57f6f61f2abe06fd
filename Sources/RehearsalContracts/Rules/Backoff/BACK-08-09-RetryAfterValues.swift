import Rehearsal

/// The rules on Retry-After without a wait, and on the replies to which the field applies, BACK-08 and BACK-09.
enum RetryAfterValues {
    static let past = Rule(
        "BACK-08",
        profile: .extended,
        "A Retry-After of 0 or with a past date means no wait, and the next attempt counts like any other.",
        source: "RFC 9110 §10.2.3",
        dependsOn: ["RETRY-02", "BACK-01"]
    ) { call in
        let (status, attempts) = (try call.retriedStatuses()[0], call.retry.attempts)
        let bounds = call.declaration.waitBounds(after: status).bounds(1)
        let zero = Scenario.Reply(status, headers: ["Retry-After": "0"]).times(1)
        let past = Scenario.Reply(status, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"])
        return [
            Rule.Draft("zero", call.testCase([zero, call.recordedReply], attempts: 2)) { exam in
                exam.expectRequests(2)
                exam.expectValue()
                exam.expectFirstWait(.zero...bounds.upperBound, exam.wideTolerance(WaitTolerance.wire))
            },
            Rule.Draft("past-date", call.testCase([past], attempts: attempts)) { exam in
                exam.expectRequests(attempts)
                exam.expectFirstWait(.zero...bounds.upperBound, exam.wideTolerance(WaitTolerance.wire))
            },
        ]
    }

    /// The wait that the server asks for where the client must not wait, and the time within which the call must end.
    private static let (unwanted, most) = (10, Duration.seconds(2))

    static let statuses = Rule(
        "BACK-09",
        level: .should,
        profile: .extended,
        "Retry-After delays only a retry: a reply that is not retried, such as 200 or 404, is reported at once.",
        source: "RFC 9110 §10.2.3, §15.5.14",
        dependsOn: ["STAT-01", "STAT-02", "STAT-05"]
    ) { call in
        var success = call.recordedReply
        success.headers.append("Retry-After", "\(unwanted)")
        var drafts = [
            Rule.Draft("\(success.status)", call.testCase([success])) { exam in
                exam.expectRequests(1)
                exam.expectValue()
                expectNoWait(&exam)
            }
        ]
        if call.attempts(after: 404) == 1, !call.retry.statusesWithRetryAfter.contains(404) {
            let missing = Scenario.Reply(404, headers: ["Retry-After": "\(unwanted)"])
            drafts.append(
                Rule.Draft("404", call.testCase([missing])) { exam in
                    exam.expectRequests(1)
                    exam.expectFailure(status: 404)
                    expectNoWait(&exam)
                }
                .depending(on: "RETRY-03")
            )
        }
        // RFC 9110 defines the field for 413, too. BACK-05 tests 429 and 503.
        let retried = call.retry.statuses.union(call.retry.statusesWithRetryAfter)
        if call.retry.honorsRetryAfter, retried.contains(413), call.singleAttemptReason() == nil {
            let failure = Scenario.Reply(413, headers: ["Retry-After": "1"]).times(1)
            let wait = RetryAfterWait.between(.seconds(1), .seconds(1))
            // The client may give up only if the wait exceeds its declared limit.
            let mustRetry = call.retry.retryAfterCap.map { $0 >= .seconds(1) } ?? true
            drafts.append(
                Rule.Draft("413", call.testCase([failure, call.recordedReply], attempts: 2)) { exam in
                    guard !mustRetry || exam.attempts.count > 1 else { return exam.expectRequests(2) }
                    RetryAfterRule.expectRequestedWait(&exam, wait, after: 413)
                }
                .depending(on: "BACK-05")
            )
        }
        return drafts
    }

    /// Expects the call to end without a wait.
    private static func expectNoWait(_ exam: inout CaseAssertions) {
        if exam.usesHarnessClock(exam.evidence), let end = exam.attempts.last?.endAt {
            // A client may have started a timer for its timeout before the reply.
            let sleep = exam.evidence.sleeps?.first { $0.at >= end }
            if let sleep { exam.fail("expected no wait, saw one of \(sleep.duration.displayText)") }
            return
        }
        exam.expectDuration(within: most, "the call to end without a wait")
    }
}
