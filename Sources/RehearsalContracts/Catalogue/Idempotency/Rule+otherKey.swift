import Rehearsal

extension Rule {
    static let otherKey = Rule(
        "IDEM-02",
        .must,
        core: true,
        "Two operations carry two keys, of at most 255 characters.",
        source: "draft-ietf-httpapi-idempotency-key-header §2.2",
        restsOn: ["IDEM-01"]
    ) { declaration, operation in
        guard let header = declaration.features.idempotencyKey, operation.hasIdempotencyKey else {
            return .notApplicable("\(operation.name) carries no key")
        }
        var exercise = Exercise(operation, replies: [operation.recorded])
        exercise.request.repetitions = 3
        return .clauses([
            Draft("", exercise) { exam in
                exam.expectRequests(3)
                exam.expectOtherKeys(header)
            }
        ])
    }
}

extension Examination {
    /// Every request of the operation has a key of its own.
    fileprivate mutating func expectOtherKeys(_ header: String) {
        let keys = attempts.map { $0.headers[header] ?? "" }
        for (index, key) in keys.enumerated() {
            if key.isEmpty { complain("expected \(header) in call \(index + 1), saw none") }
            if key.utf8.count > 255 { complain("expected at most 255 characters in \(header), saw \(key.utf8.count)") }
            guard !key.isEmpty, let first = keys.firstIndex(of: key), first < index else { continue }
            complain("expected another \(header) for call \(index + 1) than for call \(first + 1), saw the same")
        }
    }
}
