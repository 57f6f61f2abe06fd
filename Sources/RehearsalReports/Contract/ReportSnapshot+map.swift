import Rehearsal
package import RehearsalContracts

extension ReportSnapshot {
    /// A decoding map: the effects of changes in the reply to one operation.
    package struct Map: Sendable, Hashable {
        package var operation = ""
        package var families: [Mutation.Family] = []
        package var rows: [MapRow] = []
    }

    /// A field of the reply, and the changes to it.
    package struct MapRow: Sendable, Hashable {
        /// The path, such as `$[*].total_price`; `$` for the whole body.
        package var field = ""
        /// The kind of value, such as `money`; nil for the whole body.
        package var kind: String?
        package var isRequired: Bool?
        package var changes: [MapChange] = []

        /// Returns the worst effect of a mutation family; nil if none of its mutations were tested.
        package func worst(_ family: Mutation.Family) -> MutationEffect.Kind? {
            let effects = Set(changes.lazy.filter { $0.family == family }.map(\.effect))
            return MutationEffect.Kind.allCases.last(where: effects.contains)
        }
    }

    /// One change to a reply, and its effect on the client.
    package struct MapChange: Sendable, Hashable {
        /// The name of the mutation: `removed`, `string`.
        package var mutation = ""
        package var family = Mutation.Family.removed
        package var effect = MutationEffect.Kind.error
        /// The client's error, or the difference in the returned value; empty if there is neither.
        package var detail = ""
        /// The ID of the clause that tested the change.
        package var clause = ""
    }
}

extension ReportSnapshot.Map {
    /// Creates the map for a report from a decoding map: without the changed bodies, and with secrets redacted.
    init(_ map: DecodingMap, _ redaction: Redaction) {
        operation = map.operation
        families = map.columns
        rows = map.rows.map { row in
            ReportSnapshot.MapRow(
                field: row.field,
                kind: row.kind?.rawValue,
                isRequired: row.isRequired,
                changes: row.testedMutations.map { tested in
                    ReportSnapshot.MapChange(
                        mutation: tested.mutation.name,
                        family: tested.mutation.family,
                        effect: tested.effect.kind,
                        detail: redaction.text(tested.effect.detail),
                        clause: tested.clause
                    )
                }
            )
        }
    }

    /// The changes of all rows.
    package var changes: [ReportSnapshot.MapChange] { rows.flatMap(\.changes) }

    /// The number of changes by effect: `212 changes: 150 error, 20 read, 2 swallowed`.
    package var summary: String {
        let changes = changes
        let counts = MutationEffect.Kind.allCases.compactMap { kind in
            let count = changes.count { $0.effect == kind }
            return count == 0 ? nil : "\(count) \(kind.title)"
        }
        return "\(changes.count.counted("change")): \(counts.joined(separator: ", "))"
    }

    /// The changes that the client swallowed, or that made it hang or crash, with their fields; crashes first.
    package var alwaysWrongChanges: [(field: String, change: ReportSnapshot.MapChange)] {
        MutationEffect.Kind.allCases.reversed().filter(\.isAlwaysWrong).flatMap { kind in
            rows.flatMap { row in row.changes.filter { $0.effect == kind }.map { (row.field, $0) } }
        }
    }
}

extension MutationEffect.Kind {
    /// Whether the effect is a defect for every kind of change: swallowed, hang or crash.
    package var isAlwaysWrong: Bool { [.swallowed, .hang, .crash].contains(self) }

    /// The display name.
    package var title: String {
        switch self {
        case .error: "exact error"
        case .vague: "vague error"
        default: rawValue
        }
    }

    /// The letter of the effect in a grid.
    var letter: String {
        switch self {
        case .error: "e"
        case .read: "r"
        case .tolerated: "t"
        case .vague: "v"
        case .unknown: "?"
        case .swallowed: "S"
        case .hang: "H"
        case .crash: "X"
        }
    }
}

extension Mutation.Family {
    /// The display name.
    package var title: String {
        switch self {
        case .unknownWord: "unknown enum"
        case .dateShape: "date format"
        case .noDate: "invalid date"
        case .twice: "duplicate"
        default: rawValue
        }
    }
}
