import Rehearsal

/// REPO-05: writes that the server did not carry out.
enum LostWrites {
    static let rule = Rule(
        "REPO-05",
        "A write that the server did not carry out is an error, and nothing is stored of it.",
        source: "the contract: a write that was lost is no success",
        restsOn: ["STAT-02", "STAT-04", "TRN-01"]
    ) { call in
        guard !call.isSafe else { throw Inapplicable("\(call.name) writes nothing") }
        let stored = Dictionary(call.declaration.operations.compactMap(\.stored)) { first, _ in first }
        var exercises = [("refused", call.refusing), ("503", call.exercise(failing: Scenario.Reply(503)))]
        // Where each attempt waits for its own timeout, these two say as much in less time.
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
        // A client may have no store that can be looked into.
        guard let store = exam.evidence.answer.store else { return }
        for key in Set(store.keys).union(stored.keys).sorted() {
            let (before, after) = (stored[key], store[key])
            if before == nil, let after {
                exam.complain("stored \(after.brief) as \(key), which the server never said")
            }
            if before != nil, after == nil {
                exam.complain("\(key) is gone from the store, and the server did not say so")
            }
            if let before, let after, !before.isEquivalent(to: after) {
                exam.complain(
                    "\(key) was \(before.brief), and is stored as \(after.brief), which the server never said"
                )
            }
        }
    }
}
