import Rehearsal

/// Rules on what becomes of a body: DEC.
enum DecodingRules {
    static let all = [
        malformedBody, MissingValues.missingKey, wrongType, MissingValues.absentOptional, GoldenDocument.rule,
        UnknownWords.rule, DatesAndAmounts.dateShape, DatesAndAmounts.noDate, DatesAndAmounts.amount, errorBody,
    ]

    private static let malformedBody = Rule(
        "DEC-01",
        "Malformed JSON in a success is a decoding error, told from failures of transport and of HTTP.",
        source: "RFC 8259 §2",
        restsOn: ["REQ-01"]
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
        "A value of the wrong type is a decoding error that names its path with the index; of an optional field too.",
        source: "Swift DecodingError.typeMismatch",
        restsOn: ["STAT-01"]
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
        "A body that is no JSON does not turn an HTTP error into a decoding error.",
        source: "RFC 9110 §15.6; proxies answer in HTML",
        restsOn: ["REQ-01", "STAT-04"]
    ) { call in
        // 501 is no passing failure: nobody waits for another answer.
        let isInTime = { call.declaration.isTooSlow(call.attempts(after: $0)) == nil }
        let (gateway, server) = (isInTime(502) ? 502 : 501, isInTime(500) ? 500 : 501)
        let page = Array("<html><body>Bad gateway</body></html>".utf8)
        let replies = [
            ("\(gateway)-html", Scenario.Reply(gateway, body: .bytes(page, type: "text/html"))),
            ("\(server)-empty", Scenario.Reply(server)),
        ]
        return replies.map { name, reply in
            Rule.Draft(name, call.exercise(failing: reply)) { $0.expectFailure(status: reply.status) }
        }
    }

    /// The wrong type that the rule on types tries of a field; the others are tried for the map.
    private static func retyping(of field: BodyField) -> String {
        guard field.typeName == "string" else { return "string" }
        // An amount may be a number as well as a string.
        return field.kind == .money ? "bool" : "number"
    }

    /// The clauses that are tried of an operation for the decoding map, beyond those of the rules themselves; and the
    /// rule that each stands for.
    static func probes(_ call: ClientCall) -> [(rule: Rule, draft: Rule.Draft)] {
        guard !call.isVoid else { return [] }
        let mutations = Mutations(call.operation)
        return
            (mutations.fields.fields.flatMap { field in mutations.of(field).filter { isProbe($0, field) } }
            + mutations.bodies)
            .compactMap { mutation in
                Catalogue.rule(mutation.rule).map { rule in
                    (rule, call.draft(mutation) { $0.expectNothingSwallowed(mutation) })
                }
            }
    }

    /// Whether no rule tries it of a field that is declared.
    private static func isProbe(_ mutation: Mutation, _ field: BodyField) -> Bool {
        guard field.isRequired != nil else { return true }
        return switch mutation.family {
        case .removed: false
        case .null: field.isRequired == true
        case .retyped: mutation.name != retyping(of: field)
        case .unknownWord, .dateShape, .noDate, .amount, .changed: false
        default: true
        }
    }
}

/// The clauses with changed bodies.
extension ClientCall {
    /// The clauses of a rule that changes one declared field at a time; throws where there is no field to change.
    func drafts(
        _ fields: (BodyFields) -> [BodyField],
        lacking what: String,
        _ drafts: (BodyField, Mutations) -> [Rule.Draft],
    ) throws -> [Rule.Draft] {
        try requireValue()
        guard operation.reply.document != nil else { throw Inapplicable("the recorded answer is no JSON document") }
        guard operation.fields != nil else { throw Inapplicable("nobody said what stands in the answer (fields)") }
        let mutations = Mutations(operation)
        let all = fields(mutations.fields).flatMap { drafts($0, mutations) }
        if all.isEmpty { throw Inapplicable("the recorded answer has no \(what)") }
        return all
    }

    /// The clauses of a rule that tries one family of mutations of the declared fields of a kind.
    func drafts(
        _ kind: Declaration.Field.Kind,
        _ family: Mutation.Family,
        lacking what: String,
        examine: @escaping @Sendable (inout Examination, Mutation) -> Void,
    ) throws -> [Rule.Draft] {
        try drafts({ $0.declared(kind) }, lacking: what) { field, mutations in
            mutations.of(field, family).map { mutation in draft(mutation) { examine(&$0, mutation) } }
        }
    }

    /// A clause of one call that is answered with a changed body.
    func draft(
        _ mutation: Mutation,
        named name: String? = nil,
        examine: @escaping @Sendable (inout Examination) -> Void,
    ) -> Rule.Draft {
        let exercise = exercise([operation.answer(mutation)])
        return Rule.Draft(name ?? mutation.label, exercise, probes: [mutation], examine: examine)
    }

    /// Several calls of one client that are answered with these bodies, one after the other; nil for the recorded one.
    ///
    /// No reply may be stored (RFC 9111 §5.2.2.5): what the client remembers of the first must not answer the second.
    func exercise(bodies: [[UInt8]?]) -> Exercise {
        let operation = unstored
        var exercise = exercise(bodies.map { operation.answer(body: $0).times(1) })
        exercise.request.repetitions = bodies.count
        return exercise
    }

    /// The operation with a reply that no client may store.
    var unstored: Declaration.Operation {
        var operation = operation
        operation.reply.headers.fields.removeAll {
            ["etag", "last-modified", "expires", "cache-control"].contains($0.name.lowercased())
        }
        operation.reply.headers.append("Cache-Control", "no-store")
        return operation
    }
}
