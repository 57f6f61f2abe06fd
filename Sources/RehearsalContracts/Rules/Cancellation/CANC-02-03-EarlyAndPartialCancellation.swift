import Rehearsal

/// The rule on calls that are cancelled before they start, CANC-02.
enum EarlyCancellation {
    static let rule = Rule(
        "CANC-02",
        level: .should,
        profile: .extended,
        "A call in a task that is already cancelled sends no request and reports the cancellation.",
        source: "Swift cooperative cancellation: Task.checkCancellation()",
        dependsOn: ["CANC-01"]
    ) { call in
        guard call.features.cancellation else { throw NotApplicableError("the client's calls cannot be cancelled") }
        var exercise = call.recordedCase
        exercise.request.cancelAfter = .zero
        // A network stack may send the request although the call has already failed.
        exercise.observationTime = .milliseconds(50)
        return [
            Rule.Draft("", exercise) { exam in
                exam.expectRequests(0)
                exam.expectOutcome("cancelled") { $0.kind == .cancelled }
            }
        ]
    }
}

/// The rule on calls that share work with a cancelled one, CANC-03.
enum PartialCancellation {
    /// The number of parallel calls, and the time between their starts.
    private static let (calls, interval) = (3, Duration.milliseconds(50))
    /// The time of the cancellation, and the delay of the reply that the calls wait for.
    private static let (cancellation, delay) = (Duration.milliseconds(250), Duration.milliseconds(500))

    static let rule = Rule(
        "CANC-03",
        profile: .extended,
        "Cancelling one of several parallel calls does not end the others, even if they share a request or a refresh.",
        source: "Swift structured concurrency: a cancelled task cancels its child tasks",
        dependsOn: ["CANC-01", "STAT-01"]
    ) { call in
        guard call.features.cancellation else { throw NotApplicableError("the client's calls cannot be cancelled") }
        var drafts: [Rule.Draft] = []
        if call.isSafe, !call.isVoid {
            var reply = call.operation.recordedReply
            reply.delay = .fixed(delay)
            drafts.append(Rule.Draft("fetch", cancellingFirst(call.testCase([reply]))) { expectOthers(&$0) })
        }
        if call.isRefreshing, call.isFirst(where: \.isRefreshing) {
            let exercise = cancellingFirst(call.expired(refreshTakes: delay))
            let draft = Rule.Draft("refresh", exercise) { exam in
                expectOthers(&exam)
                exam.expectRefreshes(1)
            }
            drafts.append(draft.depending(on: "AUTH-03"))
        }
        if drafts.isEmpty {
            throw NotApplicableError("\(call.name) is not safe, and shares no token refresh (authRefresh)")
        }
        return drafts
    }

    /// Returns the test case with parallel calls, the first of which is cancelled while all of them wait.
    private static func cancellingFirst(_ exercise: TestCase) -> TestCase {
        var exercise = exercise
        (exercise.request.parallel, exercise.request.stagger) = (calls, interval)
        (exercise.request.cancelAfter, exercise.request.cancelsOnlyFirst) = (cancellation, true)
        exercise.timeSource = .real
        exercise.estimatedDuration = delay + interval * calls
        exercise.coincidenceWindow = cancellation - interval * calls
        return exercise
    }

    /// Expects every call except the first to return a value.
    private static func expectOthers(_ exam: inout CaseAssertions) {
        let outcomes = exam.evidence.answer.outcomes
        guard outcomes.count == calls else { return exam.fail("expected \(calls) outcomes, got \(outcomes.count)") }
        for outcome in outcomes.dropFirst() where outcome.kind != .value {
            exam.fail("expected a value from a call that was not cancelled, got \(outcome)")
        }
        if ![.cancelled, .value].contains(outcomes[0].kind) {
            exam.fail("expected cancelled from the cancelled call, got \(outcomes[0])")
        }
    }
}
