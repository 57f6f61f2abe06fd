package import RehearsalContracts

/// A decoding error, with its kind and its path in the body.
package struct DecodingFailure: Error, Sendable, Hashable {
    package var kind: ClientOutcome.Decoding
    /// The path of the value: `$[1].total_price`.
    package var path: String

    package init(_ kind: ClientOutcome.Decoding, at path: String) { (self.kind, self.path) = (kind, path) }
}
