import Rehearsal

extension Catalogue {
    static let offlineValue = Rule(
        "REPO-02",
        .must,
        core: true,
        "Where the server cannot be reached, what is stored is the value.",
        source: "the contract: what it declares to fall back to",
        restsOn: ["STAT-01", "TRN-01", "TRN-02"]
    ) { declaration, operation in
        guard declaration.features.fallback != .none else {
            return .notApplicable("the client falls back to nothing (fallback)")
        }
        if let reason = lacksStore(operation) { return reason }
        let (refused, lost) = (declaration.attemptsAfterRefusal, declaration.attemptsAfterLoss(operation))
        var exercises = [
            ("refused", refusing(operation).allowing(refused, of: declaration)),
            ("lost", losing(operation).allowing(lost, of: declaration)),
        ]
        if declaration.features.asksOnlyOnline {
            var offline = Exercise(operation, replies: [operation.recorded])
            offline.request.isOnline = false
            exercises.append(("offline", offline))
        }
        return .clauses(
            exercises.map { name, exercise in
                Rule.Draft(name, exercise.storing(operation)) { $0.expectStoredValue() }
            }
        )
    }

    static let fetchedIsStored = Rule(
        "REPO-09",
        .must,
        core: true,
        "What was fetched is stored: it is the value when the server cannot be reached afterwards.",
        source: "the contract: what it declares to fall back to",
        restsOn: ["REPO-02"]
    ) { declaration, operation in
        guard declaration.features.fallback != .none else {
            return .notApplicable("the client falls back to nothing (fallback)")
        }
        if let reason = lacksStore(operation) { return reason }
        var exercise = losing(operation).allowing(declaration.attemptsAfterLoss(operation), of: declaration)
        exercise.scenario.endpoints[0].replies.insert(operation.recorded.times(1), at: 0)
        exercise.request.repetitions = 2
        return .clauses([Rule.Draft("", exercise) { $0.expectFetchedAgain() }])
    }

    static let refusalSurfaces = Rule(
        "REPO-03",
        .must,
        core: true,
        "A refusal (4xx) is never masked by what is stored.",
        source: "RFC 9110 §15.5",
        restsOn: ["STAT-02"]
    ) { declaration, operation in
        if let reason = lacksStore(operation) { return reason }
        return .clauses(
            [400, 401, 403, 404, 409, 410, 422, 429].map { (status: Int) in
                var exercise = Exercise(operation, failing: .problem(status), declaration)
                exercise.answerRefresh(declaration)
                return Rule.Draft("\(status)", exercise.storing(operation)) { exam in
                    exam.expectOutcome("an error that says that the server refused") {
                        [.http, .auth, .domain].contains($0.kind)
                    }
                }
            }
        )
    }

    static let corruptionSurfaces = Rule(
        "REPO-04",
        .must,
        core: true,
        "An answer that cannot be read is never masked by what is stored.",
        source: "the contract: what it declares to fall back to",
        // Whoever falls back on anything breaks the rule on refusals; whoever reads anything, those on decoding.
        restsOn: ["REPO-03", "DEC-01", "DEC-02", "DEC-09"]
    ) { _, operation in
        if let reason = lacksStore(operation) { return reason }
        return .clauses(
            corruptions(operation).map { name, mutation in
                let exercise = Exercise(operation, replies: [operation.answer(mutation)])
                return Rule.Draft(name, exercise.storing(operation)) { exam in
                    exam.expectOutcome("a decoding or domain error") { [.decoding, .domain].contains($0.kind) }
                }
            }
        )
    }

    /// One of each kind: no document, a field that is missing, one that cannot be read.
    private static func corruptions(_ operation: Declaration.Operation) -> [(String, Mutation)] {
        let mutations = Mutations(operation)
        let required = mutations.fields.declared.filter { $0.isRequired == true }
        let candidates = [
            ("malformed", mutations.malformed.first),
            ("missing-key", required.first.flatMap { mutations.of($0, .removed).first }),
            ("no-date", required.first { $0.kind == .date }.flatMap { mutations.of($0, .noDate).first }),
        ]
        return candidates.compactMap { name, mutation in mutation.map { (name, $0) } }
    }

    /// Nobody listens.
    static func refusing(_ operation: Declaration.Operation) -> Exercise {
        var exercise = Exercise(operation, replies: [operation.recorded])
        exercise.scenario.network = [Scenario.Network(.refusing)]
        return exercise
    }

    /// Every connection is lost before the answer begins.
    static func losing(_ operation: Declaration.Operation) -> Exercise {
        Exercise(operation, replies: [operation.recorded.failing(Fault(.reset, at: .beforeHead))])
    }
}

extension Examination {
    /// The first call has returned what was fetched, and the second something of it from the store.
    fileprivate mutating func expectFetchedAgain() {
        let outcomes = evidence.answer.outcomes
        guard outcomes.count == 2 else { return complain("expected two outcomes, got \(outcomes.count)") }
        guard let fetched = outcomes[0].value else { return complain("expected a value, got \(outcomes[0])") }
        guard let kept = outcomes[1].value else {
            return complain("expected what the first call fetched from the second, got \(outcomes[1])")
        }
        let leaves = ValueChange.leaves(of: fetched).map(\.value)
        let isShown = leaves.isEmpty || ValueChange.leaves(of: kept).contains { leaves.contains($0.value) }
        if !isShown { complain("expected what the first call fetched, \(fetched.brief), got \(kept.brief)") }
    }

    /// What lies in the store has come back, in whatever form the client returns it.
    fileprivate mutating func expectStoredValue() {
        expectValue("the stored value")
        guard let stored = operation.stored?.value, case .value(let value, let freshness)? = outcome else { return }
        if !freshness.isStale { note("nothing says that the value is from the store") }
        if value.isEquivalent(to: stored) || operation.value?.isEquivalent(to: value) == true { return }
        let shown = ValueChange.leaves(of: value).map(\.value)
        let isShown = ValueChange.leaves(of: stored).contains { leaf in
            guard ["string", "number"].contains(leaf.value.typeName) else { return false }
            return shown.contains { WireValue(leaf.value, .date).isRead(as: $0) }
        }
        if !isShown { complain("expected what is stored, \(stored.brief), got \(value.brief)") }
    }
}
