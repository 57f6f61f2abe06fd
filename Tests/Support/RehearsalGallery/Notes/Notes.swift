package import RehearsalContracts
package import RehearsalHarness

/// A notes client with which the search for faulty schedules is tested: one without defects, and one for each defect.
package enum Notes {
    /// Returns the client with a defect; nil for none.
    package static func client(with defect: NotesDefect?) -> InProcessSubject<NotesClient> {
        InProcessSubject(contract) { context in NotesClient(context, defect: defect) }
    }

    /// The retry policy that the client declares.
    package static let retry = DeclaredRetry.exponential(attempts: 3, base: .milliseconds(100))

    /// The header field with the idempotency key.
    static let idempotencyKey = "Idempotency-Key"

    /// The time limit of a call if the case has none.
    static let deadline = Duration.seconds(20)
}
