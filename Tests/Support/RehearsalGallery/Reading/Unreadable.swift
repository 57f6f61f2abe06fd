package import RehearsalContracts

/// What is wrong with a body, and where in it.
package struct Unreadable: Error, Sendable, Hashable {
    package var kind: ClientOutcome.Decoding
    /// `$[1].total_price`.
    package var path: String

    package init(_ kind: ClientOutcome.Decoding, at path: String) { (self.kind, self.path) = (kind, path) }
}
