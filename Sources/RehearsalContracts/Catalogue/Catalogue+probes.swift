import Rehearsal

extension Catalogue {
    /// What is tried of an operation for the decoding map, beyond what the rules themselves try; and the rule that each
    /// stands for.
    static func probes(_ operation: Declaration.Operation) -> [(rule: Rule, draft: Rule.Draft)] {
        guard !operation.isVoid else { return [] }
        let mutations = Mutations(operation)
        return
            (mutations.fields.fields.flatMap { field in mutations.of(field).filter { isProbe($0, field) } }
            + mutations.bodies)
            .compactMap { mutation in rule(mutation.rule).map { ($0, draft(mutation, operation)) } }
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

    private static func draft(_ mutation: Mutation, _ operation: Declaration.Operation) -> Rule.Draft {
        draft(mutation, operation) { $0.expectNothingSwallowed(mutation) }
    }
}
