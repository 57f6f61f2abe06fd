import Rehearsal

extension Catalogue {
    /// What becomes of a body: DEC.
    static let decoding: [Rule] = [
        malformedBody, missingKey, wrongType, absentOptional, goldenDocument, unknownWord, dateShape, noDate, amount,
        errorBody,
    ]

    /// The wrong type that the rule on types tries of a field; the others are tried for the map.
    static func retyping(of field: BodyField) -> String {
        guard field.typeName == "string" else { return "string" }
        // An amount may be a number as well as a string.
        return field.kind == .money ? "bool" : "number"
    }

    /// The clauses of a rule that changes one declared field at a time; what it needs where there is none.
    static func clauses(
        _ operation: Declaration.Operation,
        _ fields: (BodyFields) -> [BodyField],
        lacking what: String,
        _ drafts: (BodyField, Mutations) -> [Rule.Draft],
    ) -> Rule.Applicability {
        guard !operation.isVoid else { return .notApplicable("\(operation.name) returns nothing") }
        guard operation.reply.document != nil else { return .notApplicable("the recorded answer is no JSON document") }
        guard operation.fields != nil else { return .notApplicable("nobody said what stands in the answer (fields)") }
        let mutations = Mutations(operation)
        let all = fields(mutations.fields).flatMap { drafts($0, mutations) }
        return all.isEmpty ? .notApplicable("the recorded answer has no \(what)") : .clauses(all)
    }

    /// A clause of one call that is answered with a changed body.
    static func draft(
        _ mutation: Mutation,
        _ operation: Declaration.Operation,
        named name: String? = nil,
        examine: @escaping @Sendable (inout Examination) -> Void,
    ) -> Rule.Draft {
        let exercise = Exercise(operation, replies: [operation.answer(mutation)])
        return Rule.Draft(name ?? mutation.label, exercise, probes: [Probe(mutation)], examine: examine)
    }
}
