import Rehearsal

/// A table of a client's reactions to changes in each field of a reply.
///
/// Rows are fields, columns are families of mutations. A cell shows the worst effect of its mutations.
package struct DecodingMap: Sendable {
    package var operation: String
    /// The tested families, in the order of their declaration.
    package var columns: [Mutation.Family]
    /// The rows in the order of the fields in the reply; the whole body, `$`, is the last one.
    package var rows: [Row]

    /// A mutation with its effect on the client.
    package struct TestedMutation: Sendable {
        package var mutation: Mutation
        package var effect: MutationEffect
        /// The ID of the clause or probe that tested the mutation.
        package var clause: String

        package init(_ mutation: Mutation, _ effect: MutationEffect, clause: String) {
            (self.mutation, self.effect, self.clause) = (mutation, effect, clause)
        }
    }

    /// The row of a field.
    package struct Row: Sendable {
        /// The path: `$[*].total_price`; `$` for the whole body.
        package var field: String
        /// The kind of value; nil for the whole body.
        package var kind: Declaration.Field.Kind?
        /// Whether the field is always present; nil if it is not declared.
        package var isRequired: Bool?
        package var testedMutations: [TestedMutation]

        /// Returns the tested mutations of a family, the worst first; empty if none were tested.
        package subscript(family: Mutation.Family) -> [TestedMutation] {
            let cell = testedMutations.filter { $0.mutation.family == family }
            return MutationEffect.Kind.allCases.reversed().flatMap { kind in cell.filter { $0.effect.kind == kind } }
        }

        /// Returns the worst effect of a family; nil if none of its mutations were tested.
        package func worst(_ family: Mutation.Family) -> MutationEffect.Kind? { self[family].first?.effect.kind }
    }

    /// Returns the number of mutations with this effect.
    package func count(_ kind: MutationEffect.Kind) -> Int {
        rows.reduce(0) { $0 + $1.testedMutations.count { $0.effect.kind == kind } }
    }

    /// Returns the maps of a report, one for each operation with tested mutations.
    package static func maps(of report: ContractReport) -> [DecodingMap] {
        // The probes cover all fields in the order of the reply.
        let results = report.probes + report.results.filter { !$0.isProbe }
        var operations: [String] = []
        for result in results where !result.testedMutations.isEmpty && !operations.contains(result.operation) {
            operations.append(result.operation)
        }
        return operations.map { operation in
            DecodingMap(operation, results.lazy.filter { $0.operation == operation }.flatMap(\.testedMutations))
        }
    }

    package init(_ operation: String, _ tested: [TestedMutation]) {
        self.operation = operation
        var fields: [String] = []
        for field in tested.lazy.map(\.mutation.path) where !fields.contains(field) { fields.append(field) }
        fields = fields.filter { $0 != "$" } + fields.filter { $0 == "$" }
        rows = fields.map { field in
            let tested = tested.filter { $0.mutation.path == field }
            let declared = tested.first?.mutation.field
            return Row(field: field, kind: declared?.kind, isRequired: declared?.isRequired, testedMutations: tested)
        }
        let families = Set(tested.lazy.map(\.mutation.family))
        columns = Mutation.Family.allCases.filter(families.contains)
    }
}
