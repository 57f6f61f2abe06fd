import Rehearsal

extension Rule {
    static let sameKey = Rule(
        "IDEM-01",
        .must,
        core: true,
        "Every attempt of a request that has a key carries the same key and the same body.",
        source: "draft-ietf-httpapi-idempotency-key-header §2.2, §2.6; AIP-155",
        restsOn: ["RETRY-01"]
    ) { declaration, operation in
        guard let header = declaration.features.idempotencyKey, operation.hasIdempotencyKey else {
            return .notApplicable("\(operation.name) carries no key")
        }
        let lost = operation.recorded.failing(Fault(.reset, at: .beforeHead)).times(1)
        let isSentAgain = declaration.attemptsAfterLoss(operation) > 1
        var exercise = Exercise(operation, replies: isSentAgain ? [lost, operation.recorded] : [operation.recorded])
        // What was carried out is not carried out again, and answered as before.
        exercise.scenario.idempotency = [
            Scenario.Idempotency(header: header, operation.method, operation.pattern)
        ]
        return .clauses([
            Draft(isSentAgain ? "reset" : "", exercise.allowing(2, of: declaration)) { exam in
                exam.expectRequests(isSentAgain ? 2 : 1)
                exam.expectSame(header)
                exam.expectValue()
            }
        ])
    }
}

extension Examination {
    /// All requests have that header, with one value, and one body.
    fileprivate mutating func expectSame(_ header: String) {
        let keys = evidence.entries.map { $0.headers[header] ?? "" }
        guard let first = keys.first else { return }
        if let missing = keys.firstIndex(of: "") {
            complain("expected \(header) in every request, request \(missing + 1) of \(keys.count) has none")
        } else if let other = keys.firstIndex(where: { $0 != first }) {
            complain("expected one \(header) for one call, request \(other + 1) of \(keys.count) has another")
        }
        let bodies = attempts.map(\.body.hash)
        if let other = bodies.firstIndex(where: { $0 != bodies[0] }) {
            complain("expected one body for one call, request \(other + 1) of \(bodies.count) has another")
        }
    }
}
