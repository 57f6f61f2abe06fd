/// A violation of a schema by a value.
package struct SchemaViolation: Sendable, Hashable, CustomStringConvertible {
    /// The location of the value in the instance.
    package let instance: JSON.Pointer
    /// The keywords that led here, through references: `/properties/owner/$ref/required`.
    package let keyword: JSON.Pointer
    /// The location of the keyword in its document.
    package let location: SchemaLocation
    /// The difference: `is 3, but the maximum is 2`.
    package let message: String
    /// For `anyOf` and `oneOf`, the violations of the schemas of which none matches.
    package var causes: [SchemaViolation] = []

    /// The value's location and the difference in one line.
    package var description: String {
        (instance.text.isEmpty ? "the value" : instance.text) + " " + message
    }
}

/// The result of a validation.
package struct SchemaValidation: Sendable {
    /// The violations in the order of their evaluation; at most as many as the limits permit.
    package internal(set) var violations: [SchemaViolation] = []
    /// Whether there are more violations than the limits permit.
    package internal(set) var isCut = false
    /// The reason for which the validation did not complete.
    package internal(set) var stop: Stop?

    /// Whether the value is valid. A value whose validation did not complete is not valid.
    package var isValid: Bool { violations.isEmpty && stop == nil }

    /// A reason for which a validation did not complete, with the schema at which it ended.
    package struct Stop: Sendable, Hashable, CustomStringConvertible {
        package enum Reason: Sendable, Hashable {
            /// More steps than the limit.
            case steps
            /// More nested schemas than the limit.
            case depth
            /// A cycle of references that does not advance in the value.
            case recursion
        }

        package let reason: Reason
        package let instance: JSON.Pointer
        package let location: SchemaLocation

        package var description: String {
            switch reason {
            case .steps:
                "the validation took too many steps at \(location): send a smaller value or simplify the schema"
            case .depth: "the value or the schema is nested too deeply at \(location): write fewer levels"
            case .recursion: "the schema at \(location) refers to itself for the same value: remove the reference"
            }
        }
    }
}
