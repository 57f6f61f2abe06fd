import Rehearsal

extension Rule {
    static let recovering = Rule(
        "RETRY-01",
        .should,
        core: true,
        "A failure that passes is tried again where that does no harm, and the call recovers.",
        source: "RFC 9110 §9.2.2, §15.6",
        restsOn: ["STAT-01", "STAT-05"]
    ) { declaration, operation in
        if let reason = declaration.isNotRepeated(operation) { return .notApplicable(reason) }
        // The last attempt is used up once, with 503; the others only show that the status is one of those.
        let first = declaration.transientStatuses[0]
        let most = min(declaration.retry.attempts - 1, 2)
        return .clauses(
            declaration.transientStatuses.map { status in
                let failures = status == first ? most : 1
                let replies = [Scenario.Reply(status).times(failures), operation.recorded]
                let exercise = Exercise(operation, replies: replies).allowing(failures + 1, of: declaration)
                return Draft("\(status)", exercise) { exam in
                    exam.expectRequests(failures + 1)
                    exam.expectValue()
                }
                .onlyForItself(status != first)
            } + [secondCall(first, failures: most, declaration, operation)]
        )
    }

    /// Two calls of one client that each meet as many failures: the attempts of one are not those of the other.
    private static func secondCall(
        _ status: Int,
        failures: Int,
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
    ) -> Draft {
        let replies = [Scenario.Reply(status).times(failures), operation.recorded.times(1)]
        var exercise = Exercise(operation, replies: replies + replies).allowing(failures + 1, of: declaration)
        exercise.request.repetitions = 2
        exercise.request.deadline = exercise.request.deadline.map { $0 + declaration.longestWaits(failures + 1) }
        return Draft("twice", exercise) { exam in
            exam.expectRequests(2 * (failures + 1))
            exam.expectValue()
        }
        .onlyForItself()
    }

    static let bounded = Rule(
        "RETRY-02",
        .must,
        core: true,
        "Attempts are bounded, and the last failure is surfaced.",
        source: "RFC 9110 §9.2.2",
        restsOn: ["RETRY-01", "REQ-01"]
    ) { declaration, operation in
        let single = undeclared(declaration, operation)
        if let reason = declaration.isNotRepeated(operation) {
            var exercise = Exercise(operation, replies: [])
            exercise.impossible = reason
            let others = asked(declaration, operation) + losses(declaration, operation)
            return .clauses([Draft("", exercise) { _ in }] + others + single)
        }
        let status = declaration.transientStatuses[0]
        let attempts = declaration.retry.attempts
        var exercise = Exercise(operation, replies: [Scenario.Reply(status)]).allowing(attempts, of: declaration)
        let isVirtual = declaration.features.clockInjection && !declaration.isOutOfProcess
        let longest = declaration.envelope(after: status).longestWait(attempts)
        exercise.watch = isVirtual ? .milliseconds(50) : min(longest * 2, .seconds(2))
        // Later requests are the matter of the first clause.
        var unwatched = exercise
        unwatched.watch = .zero
        let drafts = [
            Draft("\(status)", exercise) { exam in exam.expectRequests(attempts) },
            Draft("\(status)/outcome", unwatched) { exam in exam.expectFailure(status: status) }
                .resting(on: "STAT-04", "DEC-17").onlyForItself(),
        ]
        return .clauses(drafts + asked(declaration, operation) + losses(declaration, operation) + single)
    }

    /// A server that asks again and again to be asked at once: the attempts are bounded all the same.
    private static func asked(_ declaration: Declaration, _ operation: Declaration.Operation) -> [Draft] {
        let retry = declaration.retry
        let statuses = retry.statuses.union(retry.statusesWithRetryAfter)
        guard retry.honorsRetryAfter, declaration.isSentOnce(operation) == nil,
            let status = [503, 429].first(where: statuses.contains)
        else { return [] }
        let reply = Scenario.Reply(status, headers: ["Retry-After": "0"])
        let exercise = Exercise(operation, replies: [reply]).allowing(retry.attempts, of: declaration)
        return [
            Draft("retry-after", exercise) { exam in exam.expectRequests(1...retry.attempts) }
                .resting(on: "BACK-05").onlyForItself()
        ]
    }

    /// Losses and timeouts that go on; the count of attempts is bounded there too.
    private static func losses(_ declaration: Declaration, _ operation: Declaration.Operation) -> [Draft] {
        guard declaration.isSentOnce(operation, after: .loss) == nil else { return [] }
        let timeout = Duration.seconds(1)
        let afterLoss = declaration.attemptsAfterLoss(operation)
        let afterTimeout = declaration.attemptsAfterTimeout(operation)
        var drafts: [Draft] = []
        if afterLoss > 1 {
            let reply = operation.recorded.failing(Fault(.reset, at: .beforeHead))
            let exercise = Exercise(operation, replies: [reply]).allowing(afterLoss, of: declaration)
            drafts.append(Draft("reset", exercise) { exam in exam.expectRequests(afterLoss) })
        }
        // Each attempt takes its timeout in real time.
        if 2...5 ~= afterTimeout {
            let reply = operation.recorded.failing(Fault(.stall(), at: .beforeHead))
            var exercise = Exercise(operation, replies: [reply]).allowing(afterTimeout, of: declaration)
            exercise.request.timeout = timeout
            (exercise.time, exercise.lasts) = (.real, timeout * afterTimeout + declaration.longestWaits(afterTimeout))
            let draft = Draft("timeout", exercise) { exam in exam.expectRequests(afterTimeout) }
            drafts.append(draft.resting(on: "CANC-04"))
        }
        return drafts.map { $0.resting(on: "RETRY-06").onlyForItself() }
    }

    /// What the client says nothing of, and so tries once. What is not idempotent has a rule of its own.
    private static func undeclared(_ declaration: Declaration, _ operation: Declaration.Operation) -> [Draft] {
        guard operation.isIdempotent else { return [] }
        var failures: [(String, Scenario.Reply)] = []
        if let status = [503, 500, 429].first(where: { declaration.attempts(of: operation, after: $0) == 1 }) {
            failures.append(("\(status)", Scenario.Reply(status)))
        }
        if declaration.attemptsAfterLoss(operation) == 1 {
            failures.append(("reset", operation.recorded.failing(Fault(.reset, at: .beforeHead))))
        }
        return failures.map { name, reply in
            var exercise = Exercise(operation, replies: [reply])
            exercise.watch = .milliseconds(100)
            return Draft("undeclared/\(name)", exercise) { exam in exam.expectRequests(1) }
        }
    }
}
