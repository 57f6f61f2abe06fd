package import Rehearsal

/// What a clause changes in an answer.
package struct Probe: Sendable, Hashable {
    /// The field, `$[*].total_price`; `$` for the whole body.
    package var field: String
    /// What is done to it: `removed`, `null`, `string`.
    package var mutation: String
    /// What kind of change it is.
    package var family: Mutation.Family
    /// Where in the answer; nil for the whole body.
    package var place: JSON.Pointer?
    /// What the field holds.
    package var kind: Declaration.Field.Kind?
    /// Whether the field is always there; nil if nobody said.
    package var isRequired: Bool?
    /// The words that are known of the field.
    package var words: [JSON] = []
    /// What stood there.
    package var original: JSON?
    /// What stands there then; nil for nothing, or where it is more than one value.
    package var replacement: JSON?
    /// Whether a client may read it, and need not tell it from an answer as agreed.
    package var isLegal: Bool

    package init(
        field: String,
        mutation: String,
        family: Mutation.Family = .body,
        place: JSON.Pointer? = nil,
        isLegal: Bool = false,
    ) {
        (self.field, self.mutation, self.family) = (field, mutation, family)
        (self.place, self.isLegal) = (place, isLegal)
    }

    package init(_ mutation: Mutation) {
        self.init(
            field: mutation.field?.path ?? "$",
            mutation: mutation.name,
            family: mutation.family,
            place: mutation.field?.place,
            isLegal: mutation.isLegal
        )
        (kind, isRequired, original) = (mutation.field?.kind, mutation.field?.isRequired, mutation.field?.value)
        (replacement, words) = (mutation.replacement, mutation.field?.values ?? [])
    }
}
