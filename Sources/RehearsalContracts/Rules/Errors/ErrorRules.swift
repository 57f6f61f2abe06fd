import Rehearsal

/// The rules on the types of errors that reach the caller: ERR.
enum ErrorRules {
    static let all = [declaredTypes, cancellation]

    private static let declaredTypes = Rule(
        "ERR-01",
        profile: .extended,
        "Every failure of a call reaches its caller as an error of a declared type.",
        source: "the client's declaration (throws)",
        dependsOn: ["REQ-01"]
    ) { call in
        try requireTypes(call)
        return drafts(call).map { name, exercise, rule in
            Rule.Draft(name, exercise) { expectDeclaredType(&$0) }.depending(on: rule)
        }
    }

    private static let cancellation = Rule(
        "ERR-02",
        profile: .extended,
        "A cancelled call throws CancellationError or an error of a declared type.",
        source: "the client's declaration (throws); Swift cooperative cancellation",
        dependsOn: ["CANC-01"]
    ) { call in
        guard call.features.cancellation else { throw NotApplicableError("the client's calls cannot be cancelled") }
        try requireTypes(call)
        var exercise = call.testCase([call.stalledReply])
        (exercise.request.cancelAfter, exercise.request.timeout) = (.milliseconds(100), .seconds(10))
        exercise.timeSource = .real
        exercise.estimatedDuration = .milliseconds(200)
        return [Rule.Draft("", exercise) { expectDeclaredType(&$0, or: "CancellationError") }]
    }

    private static func requireTypes(_ call: OperationContext) throws {
        if call.errorTypes.isEmpty {
            throw NotApplicableError("the contract does not declare the error types of \(call.name) (throws)")
        }
    }

    /// Returns the failures, each with its name and the rule that tests its outcome.
    private static func drafts(_ call: OperationContext) -> [(String, TestCase, String)] {
        var drafts = [
            ("404", call.testCase(failing: .problem(404)), "STAT-02"),
            ("503", call.testCase(failing: .problem(503)), "STAT-04"),
            ("refused", call.refusedConnectionCase, "TRN-01"),
            ("reset", call.testCase([call.resetReply], attempts: call.attemptsAfterLoss), "TRN-02"),
        ]
        drafts += call.domainErrors.keys.sorted().filter { ![401, 404, 503].contains($0) }.map { status in
            ("\(status)", call.testCase(failing: .domainProblem(status)), "STAT-02")
        }
        if call.isRefreshing {
            drafts.append(("401", call.answeringRefresh(call.testCase([.problem(401)])), "AUTH-04"))
        }
        if !call.isVoid, let mutation = Mutations(call.operation).malformed.first {
            drafts.append(("malformed", call.testCase([call.operation.makeReply(mutation)]), "DEC-01"))
        }
        // A client that retries after a timeout would need much time, and the type of its error is the same.
        if call.attemptsAfterTimeout == 1 {
            drafts.append(("timeout", call.testCase(timingOut: 1, [call.stalledReply], attempts: 1), "CANC-04"))
        }
        return drafts
    }

    /// Expects the error of every call that failed to have a declared type.
    private static func expectDeclaredType(_ exam: inout CaseAssertions, or other: String? = nil) {
        let declared = exam.operation.errorTypes + (other.map { [$0] } ?? [])
        let (outcomes, errors) = (exam.evidence.answer.outcomes, exam.evidence.answer.errors)
        for (index, outcome) in outcomes.enumerated() where outcome.kind != .value {
            guard ![.hang, .crash].contains(outcome.kind) else {
                exam.fail("expected an error of a declared type, the call ended in \(outcome)")
                continue
            }
            guard index < errors.count, let error = errors[index] else {
                exam.markInconclusive("the subject does not report the type of the error (errorType)")
                continue
            }
            if !declared.contains(error.type) {
                let list = declared.joined(separator: " or ")
                exam.fail("expected an error of the type \(list), got \(error.type) for \(outcome)")
            }
        }
        for note in exam.guessNotes { exam.note(note) }
    }
}
