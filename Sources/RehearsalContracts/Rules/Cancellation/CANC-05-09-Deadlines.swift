import Rehearsal

/// The rules on the time limit of a whole call, CANC-05 and CANC-09.
enum Deadlines {
    static let slowBody = Rule(
        "CANC-05",
        level: .should,
        profile: .extended,
        "A call ends at its deadline even if the server sends the body slowly and without end.",
        source: "URLSessionConfiguration.timeoutIntervalForResource; gRFC A6",
        dependsOn: ["CANC-04", "CANC-09"]
    ) { call in
        try requireDeadline(call)
        try call.requireValue()
        try call.requireBody()
        try call.requireFirst { !$0.isVoid && !$0.reply.body.isEmpty }
        let deadline = OperationContext.timeout * 2
        // The body takes longer than the deadline, but it ends, so that a client without a deadline ends too.
        var exercise = call.testCase([call.operation.slowReply(within: deadline * 2.5)])
        (exercise.request.timeout, exercise.request.deadline) = (OperationContext.timeout, deadline)
        exercise.timeSource = .real
        exercise.estimatedDuration = deadline
        return [Rule.Draft("", exercise) { expectTimeout(&$0, by: deadline) }]
    }

    static let sum = Rule(
        "CANC-09",
        profile: .extended,
        "The deadline of a call limits the sum of all its attempts and waits.",
        source: "gRFC A6: the deadline applies to all attempts",
        dependsOn: ["CANC-04"]
    ) { call in
        try requireDeadline(call)
        let attempts = call.attemptsAfterTimeout
        guard attempts > 1 else {
            throw NotApplicableError("the client does not retry \(call.name) after a timeout (afterTimeout)")
        }
        try call.requireFirst { $0.attemptsAfterTimeout > 1 }
        let timeout = OperationContext.timeout
        // The deadline permits the wait before the second attempt, but not the whole attempt.
        let deadline = timeout * 1.25 + call.declaration.longestWaits(2)
        var exercise = call.testCase([call.stalledReply])
        (exercise.request.timeout, exercise.request.deadline) = (timeout, deadline)
        exercise.timeSource = .real
        exercise.estimatedDuration = deadline
        return [Rule.Draft("", exercise) { expectTimeout(&$0, by: deadline) }]
    }

    private static func requireDeadline(_ call: OperationContext) throws {
        if !call.features.deadline {
            throw NotApplicableError("the client does not declare a time limit of a whole call (deadline)")
        }
    }

    /// Expects the call to time out by its deadline. The time is measured from the first request.
    private static func expectTimeout(_ exam: inout CaseAssertions, by deadline: Duration) {
        exam.expectOutcome("timeout") { $0.kind == .timeout }
        let start = exam.attempts.first?.at ?? exam.evidence.calledAt
        let took = Duration.nanoseconds(exam.evidence.answeredAt - start)
        let excess = took - deadline - max(.milliseconds(250), exam.evidence.overhead ?? .zero)
        guard excess > .zero else { return }
        let message = "expected the call to end by its deadline of \(deadline.displayText)"
        exam.fail("\(message), it took \(took.displayText)", .late(by: excess))
    }
}

extension Declaration.Operation {
    /// Returns the recorded reply, whose body is sent in at most 40 pieces within this duration.
    func slowReply(within duration: Duration) -> Scenario.Reply {
        let size = max(1, (reply.body.count + 39) / 40)
        let pieces = max(1, (reply.body.count + size - 1) / size)
        return recordedReply.failing(Fault(.slice(size: size, every: duration / pieces), at: .body()))
    }
}
