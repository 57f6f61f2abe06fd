import Rehearsal

extension Rule {
    static let retryAfter = Rule(
        "BACK-05",
        .must,
        core: true,
        "Retry-After is waited for: no less, and not much more; or the client gives up and says what it was asked.",
        source: "RFC 9110 §10.2.3, RFC 6585 §4",
        restsOn: ["RETRY-01", "BACK-01"]
    ) { declaration, operation in
        guard declaration.retry.honorsRetryAfter else {
            return .notApplicable("the client does not look at Retry-After")
        }
        if let reason = declaration.isSentOnce(operation) ?? declaration.isTooSlow(declaration.retry.attempts) {
            return .notApplicable(reason)
        }
        let statuses = declaration.retry.statuses.union(declaration.retry.statusesWithRetryAfter)
        let asked = [(status: 503, seconds: 1), (429, 2)].filter { statuses.contains($0.status) }
        guard !asked.isEmpty else { return .notApplicable("the client tries again after neither 503 nor 429") }
        return .clauses(
            asked.map { status, seconds in
                var failure = Scenario.Reply.problem(status).times(1)
                failure.headers.append("Retry-After", "\(seconds)")
                let exercise = Exercise(operation, replies: [failure, operation.recorded]).allowing(2, of: declaration)
                let wait = AskedWait.between(.seconds(seconds), .seconds(seconds))
                return Draft("\(status)", exercise) { exam in exam.expectPatience(wait, after: status) }
                    .onlyForItself(status != asked[0].status)
            }
        )
    }
}

extension Examination {
    /// The client has waited as it was asked, or has given up where it may.
    mutating func expectPatience(_ asked: AskedWait, after status: Int) {
        let policy = declaration.retry.policy(after: status)
        let leave = asked.leave(policy, patience: exercise.request.deadline ?? .seconds(20))
        guard attempts.count == 1, leave.mayGiveUp else {
            expectRequests(2)
            expectValue()
            return expectFirstWait(leave.wait, wideSlack(Slack.asked))
        }
        let word = operation.domainErrors[status]
        // A word of the app's own cannot say it.
        if outcome?.kind == .domain { note("what the server asked for is not told") }
        expectOutcome("a failure that says what the server asked for") { outcome in
            switch outcome {
            case .http(status, let headers, _): headers.names("Retry-After")
            case .domain(let name, _, _): name == word
            default: false
            }
        }
    }
}
