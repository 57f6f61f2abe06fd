public import Foundation

/// Why nobody is invited, in the words of the app.
public enum InvitationError: Error, Sendable, Hashable {
    /// They have been asked, or are here: 409.
    case alreadyInvited
}

extension InvitationError: LocalizedError {
    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? { "This address has been invited already." }
}
