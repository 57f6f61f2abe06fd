import Rehearsal

/// The rule on writes that the server did not carry out, REPO-05.
enum LostWrites {
    static let rule = Rule(
        "REPO-05",
        "A write that the server did not carry out is an error and does not change the store.",
        source: "the contract: a lost write is not a success",
        restsOn: ["STAT-02", "STAT-04", "TRN-01"]
    ) { call in
        guard !call.isSafe else { throw Inapplicable("\(call.name) does not write") }
        let stored = Dictionary(call.declaration.operations.compactMap(\.stored)) { first, _ in first }
        var exercises = [("refused", call.refusing), ("503", call.exercise(failing: Scenario.Reply(503)))]
        // If each attempt waits for its own timeout, the other two failures show as much in less time.
        if call.attemptsAfterTimeout == 1 {
            var stalling = call.exercise([call.silent])
            stalling.request.timeout = ClientCall.timeout
            exercises.append(("timeout", stalling))
        }
        return exercises.map { name, exercise in
            var exercise = exercise
            exercise.request.store = stored
            let draft = Rule.Draft(name, exercise) { expectNothingWritten(&$0, stored) }
            return name == "timeout" ? draft.resting(on: "CANC-04") : draft
        }
    }

    private static func expectNothingWritten(_ exam: inout Examination, _ stored: [String: JSON]) {
        exam.expectOutcome("an error") { ![.value, .hang, .crash].contains($0.kind) }
        // The store of a client may not be readable.
        guard let store = exam.evidence.answer.store else { return }
        for key in Set(store.keys).union(stored.keys).sorted() {
            let (before, after) = (stored[key], store[key])
            if before == nil, let after {
                exam.complain("the client stored \(after.brief) as \(key), which the server never sent")
            }
            if before != nil, after == nil {
                exam.complain("\(key) was removed from the store, and the server did not report its removal")
            }
            if let before, let after, !before.isEquivalent(to: after) {
                exam.complain(
                    "\(key) was \(before.brief), and is now \(after.brief), which the server never sent"
                )
            }
        }
    }
}
