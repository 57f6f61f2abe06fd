public import Foundation

/// An error for a 200 response that reports a failure in its body.
public struct RejectionError: LocalizedError, Sendable, Hashable {
    /// The message of the backend.
    public var message: String

    /// Creates an error.
    public init(message: String) { self.message = message }

    /// The message for the user of an app.
    public var errorDescription: String? { message }
}

/// A response body that reports success or failure: `{"success": false, "message": "…"}`.
struct ConfirmationDTO: Decodable {
    var success: Bool
    /// The message for the user, in case of success or failure.
    var message: String?

    /// Returns the message of a success.
    ///
    /// - Throws: ``RejectionError`` for a failure.
    func confirmation() throws -> String {
        guard success else { throw RejectionError(message: message ?? "This could not be done.") }
        return message ?? ""
    }
}
