import Rehearsal

extension Catalogue {
    static let lostWrite = Rule(
        "REPO-05",
        .must,
        core: true,
        "A write that the server did not carry out is an error, and nothing is stored of it.",
        source: "the contract: a write that was lost is no success",
        restsOn: ["STAT-02", "STAT-04", "TRN-01"]
    ) { declaration, operation in
        guard !operation.isSafe else { return .notApplicable("\(operation.name) writes nothing") }
        let stored = Dictionary(declaration.operations.compactMap(\.stored)) { first, _ in first }
        return .clauses(
            lostWrites(declaration, operation).map { name, exercise in
                var exercise = exercise
                exercise.request.store = stored
                let draft = Rule.Draft(name, exercise) { $0.expectNothingWritten(stored) }
                return name == "timeout" ? draft.resting(on: "CANC-04") : draft
            }
        )
    }

    private static func lostWrites(
        _ declaration: Declaration,
        _ operation: Declaration.Operation,
    ) -> [(name: String, exercise: Exercise)] {
        let refused = ("refused", refusing(operation).allowing(declaration.attemptsAfterRefusal, of: declaration))
        let failing = ("503", Exercise(operation, failing: Scenario.Reply(503), declaration))
        // Where each attempt waits for its own timeout, the other two say as much in less time.
        guard declaration.attemptsAfterTimeout(operation) == 1 else {
            return [refused, failing]
        }
        let reply = operation.recorded.failing(Fault(.stall(), at: .beforeHead))
        var stalling = Exercise(operation, replies: [reply])
        stalling.request.timeout = .seconds(1)
        return [refused, failing, ("timeout", stalling)]
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
