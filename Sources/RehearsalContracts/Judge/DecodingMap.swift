import Rehearsal

/// What a client does with each field of an answer when it is not as agreed.
///
/// Rows are fields, columns families of mutations; a cell may hold several mutations, and shows the worst.
package struct DecodingMap: Sendable {
    package var operation: String
    /// The families that were tried, in the order of their declaration.
    package var columns: [Mutation.Family]
    /// In the order of the fields in the answer; the whole body, `$`, comes last.
    package var rows: [Row]

    /// One mutation, and what the client made of it.
    package struct Tried: Sendable {
        package var mutation: Mutation
        package var effect: ProbeEffect
        /// The id of the clause or probe that tried it.
        package var clause: String

        package init(_ mutation: Mutation, _ effect: ProbeEffect, clause: String) {
            (self.mutation, self.effect, self.clause) = (mutation, effect, clause)
        }
    }

    /// A field.
    package struct Row: Sendable {
        /// `$[*].total_price`; `$` for the whole body.
        package var field: String
        /// What it holds; nil for the whole body.
        package var kind: Declaration.Field.Kind?
        /// Whether it is always there; nil if nobody said.
        package var isRequired: Bool?
        package var tried: [Tried]

        /// What was tried of one family, the worst first; empty if nothing was.
        package subscript(family: Mutation.Family) -> [Tried] {
            let cell = tried.filter { $0.mutation.family == family }
            return ProbeEffect.Kind.allCases.reversed().flatMap { kind in cell.filter { $0.effect.kind == kind } }
        }

        /// The worst of one family; nil if nothing of it was tried.
        package func worst(_ family: Mutation.Family) -> ProbeEffect.Kind? { self[family].first?.effect.kind }
    }

    /// How many mutations came to that.
    package func count(_ kind: ProbeEffect.Kind) -> Int {
        rows.reduce(0) { $0 + $1.tried.count { $0.effect.kind == kind } }
    }

    /// The maps of a report, one for each operation of which something was tried.
    package static func maps(of report: ContractReport) -> [DecodingMap] {
        // The probes go through all fields in the order of the answer.
        let results = report.probes + report.results.filter { !$0.isProbe }
        var operations: [String] = []
        for result in results where !result.tried.isEmpty && !operations.contains(result.operation) {
            operations.append(result.operation)
        }
        return operations.map { operation in
            DecodingMap(operation, results.lazy.filter { $0.operation == operation }.flatMap(\.tried))
        }
    }

    package init(_ operation: String, _ tried: [Tried]) {
        self.operation = operation
        var fields: [String] = []
        for field in tried.lazy.map(\.mutation.path) where !fields.contains(field) { fields.append(field) }
        fields = fields.filter { $0 != "$" } + fields.filter { $0 == "$" }
        rows = fields.map { field in
            let tried = tried.filter { $0.mutation.path == field }
            let known = tried.first?.mutation.field
            return Row(field: field, kind: known?.kind, isRequired: known?.isRequired, tried: tried)
        }
        let families = Set(tried.lazy.map(\.mutation.family))
        columns = Mutation.Family.allCases.filter(families.contains)
    }
}
