/// One rule, tried in one way with one operation of a client.
package struct PlannedClause: Sendable, Identifiable {
    package var rule: Rule
    package var operation: Declaration.Operation
    package var variant: String
    package var exercise: Exercise
    /// What of an answer it changes, call by call.
    package var probes: [Probe]
    /// Whether it is tried for the decoding map, and counts only if it finds something.
    package var isProbe = false
    /// The ids of the rules that it depends on.
    package var restsOn: [String]
    /// Whether clauses of other rules depend on it, whatever their variant.
    package var isFoundation: Bool
    package var examine: @Sendable (inout Examination) -> Void

    /// `RETRY-02/getUser/503`: stays the same from one run to the next.
    package var id: String { ([rule.id, operation.name] + (variant.isEmpty ? [] : [variant])).joined(separator: "/") }

    init(_ rule: Rule, _ operation: Declaration.Operation, _ draft: Rule.Draft) {
        (self.rule, self.operation, variant) = (rule, operation, draft.variant)
        (exercise, probes, examine) = (draft.exercise, draft.probes, draft.examine)
        (restsOn, isFoundation) = (rule.restsOn + draft.restsOn, draft.isFoundation)
        exercise.request.id = id
    }
}
