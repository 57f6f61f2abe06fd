import Rehearsal

/// The rule on writes that the server did not carry out, REPO-05.
enum FailedWrites {
    static let rule = Rule(
        "REPO-05",
        "A write that the server did not carry out is an error and does not change the store.",
        source: "a lost write is not a success",
        dependsOn: ["STAT-02", "STAT-04", "TRN-01"]
    ) { call in
        guard !call.isSafe else { throw NotApplicableError("\(call.name) does not write") }
        let stored = Dictionary(call.declaration.operations.compactMap(\.stored)) { first, _ in first }
        var exercises = [("refused", call.refusedConnectionCase), ("503", call.testCase(failing: Scenario.Reply(503)))]
        // A client that retries after a timeout would need much time, and the other two failures test the same.
        if call.attemptsAfterTimeout == 1 {
            var stalling = call.testCase([call.stalledReply])
            stalling.request.timeout = OperationContext.timeout
            exercises.append(("timeout", stalling))
        }
        return exercises.map { name, exercise in
            var exercise = exercise
            exercise.request.store = stored
            let draft = Rule.Draft(name, exercise) { expectNothingWritten(&$0, stored) }
            return name == "timeout" ? draft.depending(on: "CANC-04") : draft
        }
    }

    private static func expectNothingWritten(_ exam: inout CaseAssertions, _ stored: [String: JSON]) {
        exam.expectOutcome("an error") { ![.value, .hang, .crash].contains($0.kind) }
        // The subject may not report the content of the client's store.
        guard let store = exam.evidence.answer.store else { return }
        for key in Set(store.keys).union(stored.keys).sorted() {
            let (before, after) = (stored[key], store[key])
            if before == nil, let after {
                exam.fail("the client stored \(after.brief) as \(key), which the server never sent")
            }
            if before != nil, after == nil {
                exam.fail("\(key) was removed from the store, although the server did not delete it")
            }
            if let before, let after, !before.isEquivalent(to: after) {
                exam.fail(
                    "\(key) in the store was \(before.brief) and is now \(after.brief), which the server never sent"
                )
            }
        }
    }
}
