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
        return .clauses(
            declaration.transientStatuses.map { status in
                // The last attempt is used up once, with 503; the others only show that the status is one of those.
                let failures = status == declaration.transientStatuses[0] ? min(declaration.retry.attempts - 1, 2) : 1
                let replies = [Scenario.Reply(status).times(failures), operation.recorded]
                return Draft("\(status)", Exercise(operation, replies: replies).allowing(failures + 1, of: declaration))
                {
                    exam in
                    exam.expectRequests(failures + 1)
                    exam.expectValue()
                }
                .onlyForItself(status != declaration.transientStatuses[0])
            }
        )
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
            return .clauses([Draft("", exercise) { _ in }] + single)
        }
        let status = declaration.transientStatuses[0]
        let attempts = declaration.retry.attempts
        var exercise = Exercise(operation, replies: [Scenario.Reply(status)]).allowing(attempts, of: declaration)
        let isVirtual = declaration.features.clockInjection && !declaration.isOutOfProcess
        let longest = declaration.envelope(after: status).longestWait(attempts)
        exercise.watch = isVirtual ? .milliseconds(50) : min(longest * 2, .seconds(2))
        return .clauses(
            [
                Draft("\(status)", exercise) { exam in
                    exam.expectRequests(attempts)
                    exam.expectFailure(status: status)
                }
            ] + single
        )
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
