/// An error that a call threw, as far as the rules on error types compare it.
package struct ThrownError: Sendable, Hashable {
    /// The name of its type, without the types and the module that contain it: `ReservationError`.
    package var type: String
    /// The error that the default classifier mapped by its payload or its name, `NetworkError.httpError`.
    ///
    /// Nil if the contract maps the error, or if the type of the error determines its outcome.
    package var guessedFrom: String?

    package init(type: String, guessedFrom: String? = nil) { (self.type, self.guessedFrom) = (type, guessedFrom) }
}
