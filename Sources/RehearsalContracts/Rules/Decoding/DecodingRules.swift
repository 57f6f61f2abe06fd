import Rehearsal

/// The rules on the decoding of bodies: DEC.
enum DecodingRules {
    static let all = [
        malformedBody, MissingValues.missingKey, wrongType, MissingValues.null, MissingValues.absentOptional,
        GoldenDocument.rule, UnknownEnumValues.rule, DatesAndAmounts.dateShape, DatesAndAmounts.invalidDate,
        DatesAndAmounts.amount, Integers.rule, OtherDocuments.shape, OtherDocuments.page, OtherDocuments.contentType,
        HostileDocuments.text, HostileDocuments.syntax, errorBody, HostileDocuments.size, Coercions.rule,
        TimeZonesAndLocales.rule,
    ]

    private static let malformedBody = Rule(
        "DEC-01",
        "Malformed JSON in a successful reply is a decoding error, distinct from transport and HTTP errors.",
        source: "RFC 8259 §2",
        dependsOn: ["REQ-01"]
    ) { call in
        try call.requireValue()
        return Mutations(call.operation).malformed.map { mutation in
            call.draft(mutation) { exam in
                exam.expectDecoding()
                exam.expectRequests(1)
            }
        }
    }

    private static let wrongType = Rule(
        "DEC-03",
        "A value of the wrong type is a decoding error with its path and index, for optional fields too.",
        source: "Swift DecodingError.typeMismatch",
        dependsOn: ["STAT-01"]
    ) { call in
        try call.drafts(\.declared, lacking: "declared field") { field, mutations in
            mutations.of(field, .retyped).filter { $0.name == retyping(of: field) }.map { mutation in
                call.draft(mutation) {
                    $0.expectDecoding([.typeMismatch, .dataCorrupted, .valueNotFound], at: field.place)
                }
            }
        }
    }

    private static let errorBody = Rule(
        "DEC-17",
        "A body that is not JSON does not turn an HTTP error into a decoding error.",
        source: "RFC 9110 §15.6; proxies reply with HTML",
        dependsOn: ["REQ-01", "STAT-04"]
    ) { call in
        // If the waits for a retry would take too long, 501 replaces the status, because it is not retried.
        let isInTime = { call.declaration.tooSlowReason(call.attempts(after: $0)) == nil }
        let (gateway, server) = (isInTime(502) ? 502 : 501, isInTime(500) ? 500 : 501)
        let page = Array("<html><body>Bad gateway</body></html>".utf8)
        let replies = [
            ("\(gateway)-html", Scenario.Reply(gateway, body: .bytes(page, type: "text/html"))),
            ("\(server)-empty", Scenario.Reply(server)),
        ]
        return replies.map { name, reply in
            Rule.Draft(name, call.testCase(failing: reply)) { $0.expectFailure(status: reply.status) }
        }
    }

    /// Returns the name of the wrong type that DEC-03 tests for a field. Probes for the decoding map test the others.
    private static func retyping(of field: BodyField) -> String {
        guard field.typeName == "string" else { return "string" }
        // A client may accept an amount both as a number and as a string.
        return field.kind == .money ? "bool" : "number"
    }

    /// Returns the probes: clauses that only the decoding map needs, each with the rule that a finding violates.
    ///
    /// The decoding map is a table in reports: the client's result for each change of each field.
    static func probes(_ call: OperationContext) -> [(rule: Rule, draft: Rule.Draft)] {
        guard !call.isVoid else { return [] }
        let mutations = Mutations(call.operation)
        return
            (mutations.fields.fields.flatMap { field in mutations.of(field).filter { isProbe($0, field) } }
            + mutations.bodies)
            .compactMap { mutation in
                RuleCatalogue.rule(mutation.rule).map { rule in
                    (rule, call.draft(mutation) { $0.expectNoSilentAcceptance(mutation) })
                }
            }
    }

    /// Whether no rule tests this mutation of a field, so that a probe for the decoding map must.
    private static func isProbe(_ mutation: Mutation, _ field: BodyField) -> Bool {
        guard field.isRequired != nil else { return true }
        return switch mutation.family {
        case .removed: false
        case .null: field.isRequired == true
        case .retyped: mutation.name != retyping(of: field)
        case .unknownWord, .dateShape, .invalidDate, .amount, .changed: false
        default: true
        }
    }
}

/// The clauses whose replies have changed bodies.
extension OperationContext {
    /// Returns the clauses of a rule that changes one field of the reply at a time. Throws if the result is empty.
    ///
    /// - Parameter noun: the kind of field that the rule changes, for the error.
    func drafts(
        _ fields: (BodyFields) -> [BodyField],
        lacking noun: String,
        _ drafts: (BodyField, Mutations) -> [Rule.Draft],
    ) throws -> [Rule.Draft] {
        try requireValue()
        guard operation.reply.document != nil else {
            throw NotApplicableError("the recorded reply is not a JSON document")
        }
        guard operation.fields != nil else {
            throw NotApplicableError("the contract does not declare the fields of the reply (fields)")
        }
        let mutations = Mutations(operation)
        let all = fields(mutations.fields).flatMap { drafts($0, mutations) }
        if all.isEmpty { throw NotApplicableError("the recorded reply has no \(noun)") }
        return all
    }

    /// Returns the clauses of a rule that applies one family of mutations to the declared fields of a kind.
    func drafts(
        _ kind: Declaration.Field.Kind,
        _ family: Mutation.Family,
        lacking noun: String,
        examine: @escaping @Sendable (inout CaseAssertions, Mutation) -> Void,
    ) throws -> [Rule.Draft] {
        try drafts({ $0.declared(kind) }, lacking: noun) { field, mutations in
            mutations.of(field, family).map { mutation in draft(mutation) { examine(&$0, mutation) } }
        }
    }

    /// Returns a clause of one call whose reply has a changed body.
    func draft(
        _ mutation: Mutation,
        named name: String? = nil,
        examine: @escaping @Sendable (inout CaseAssertions) -> Void,
    ) -> Rule.Draft {
        let exercise = testCase([operation.makeReply(mutation)])
        return Rule.Draft(name ?? mutation.label, exercise, probes: [mutation], examine: examine)
    }

    /// Returns a test case of several calls of one client, which receive these bodies in turn; nil is the recorded one.
    ///
    /// The replies have `no-store` (RFC 9111 §5.2.2.5), so the client's HTTP cache cannot answer a later call.
    func exercise(bodies: [[UInt8]?]) -> TestCase {
        let operation = unstored
        var exercise = testCase(bodies.map { operation.makeReply(body: $0).times(1) })
        exercise.request.repetitions = bodies.count
        return exercise
    }

    /// The operation, with a recorded reply that no HTTP cache may store.
    var unstored: Declaration.Operation {
        var operation = operation
        operation.reply.headers.fields.removeAll {
            ["etag", "last-modified", "expires", "cache-control"].contains($0.name.lowercased())
        }
        operation.reply.headers.append("Cache-Control", "no-store")
        return operation
    }
}
