public import Foundation

/// The backend understood, and said no: the answer was a 200 all the same.
public struct Refusal: LocalizedError, Sendable, Hashable {
    /// Why, in the words of the backend.
    public var message: String

    /// A refusal.
    public init(message: String) { self.message = message }

    /// One sentence that can be shown to the user of an app.
    public var errorDescription: String? { message }
}

/// What a backend answers that says no inside of a 200: `{"success": false, "message": "…"}`.
struct ConfirmationDTO: Decodable {
    var success: Bool
    /// For the user, in either case.
    var message: String?

    /// What the backend says to what it did.
    ///
    /// - Throws: ``Refusal`` if it did not do it.
    func confirmation() throws -> String {
        guard success else { throw Refusal(message: message ?? "This could not be done.") }
        return message ?? ""
    }
}
