/// A mistake in a schema, or a feature that is not supported.
///
/// The keyword has no effect on validation.
package struct SchemaProblem: Error, Sendable, Hashable, CustomStringConvertible {
    package let location: SchemaLocation
    /// A description of the mistake.
    package let problem: String
    /// The correction.
    package let fix: String

    /// The location, the mistake and the correction in one line.
    package var description: String { "\(location): \(problem): \(fix)" }
}
