import Rehearsal

extension Catalogue {
    static let lostWrite = Rule(
        "REPO-05",
        .must,
        core: true,
        "A write that the server did not carry out is an error, and nothing is stored of it.",
        source: "app B",
        restsOn: ["REQ-01", "STAT-02", "STAT-04"]
    ) { declaration, operation in
        guard !operation.isSafe else { return .notApplicable("\(operation.name) writes nothing") }
        var failing = Exercise(operation, replies: [Scenario.Reply(503)])
        var exercises = [("refused", refusing(operation)), ("503", failing)]
        // Where each attempt waits for its own timeout, the other two say as much in less time.
        if !(declaration.repeats(operation) && declaration.retry.afterTimeout) {
            var reply = operation.recorded
            reply.faults = [Fault(.stall(), at: .beforeHead)]
            failing = Exercise(operation, replies: [reply])
            failing.request.timeout = .seconds(1)
            failing.lasts = .seconds(1)
            exercises.append(("timeout", failing))
        }
        let stored = Dictionary(declaration.operations.compactMap(\.stored)) { first, _ in first }
        return .clauses(
            exercises.map { name, exercise in
                var exercise = exercise
                exercise.request.store = stored
                return Rule.Draft(name, exercise) { $0.expectNothingWritten(stored) }
            }
        )
    }
}

extension Examination {
    fileprivate mutating func expectNothingWritten(_ stored: [String: JSON]) {
        expectOutcome("an error") { ![.value, .hang, .crash].contains($0.kind) }
        // A client may have no store that can be looked into.
        guard let store = evidence.answer.store else { return }
        for key in Set(store.keys).union(stored.keys).sorted() {
            let (before, after) = (stored[key], store[key])
            if before == nil, let after { complain("stored \(after.brief) as \(key), which the server never said") }
            if before != nil, after == nil { complain("\(key) is gone from the store, and the server did not say so") }
            if let before, let after, !before.isEquivalent(to: after) {
                complain("\(key) was \(before.brief), and is stored as \(after.brief), which the server never said")
            }
        }
    }
}
