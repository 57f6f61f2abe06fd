public import Foundation

/// What is wrong with what somebody typed; nothing was sent.
public enum ValidationError: LocalizedError, Sendable, Hashable {
    /// It cannot be an address.
    case invalidEmail
    /// Not more than nothing, or more than can be sent at once.
    case amountOutOfRange
    /// Longer than a note may be.
    case noteTooLong
    /// A role that says nothing.
    case emptyRole
    /// Shorter than any code.
    case promoCodeTooShort
    /// An identity that says nothing.
    case emptyIdentity

    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? {
        switch self {
        case .invalidEmail: "Please enter an e-mail address."
        case .amountOutOfRange: "Please enter an amount of more than 0 and not more than 10,000."
        case .noteTooLong: "Please enter a note of at most 140 characters."
        case .emptyRole: "Please choose a role."
        case .promoCodeTooShort: "Please enter a code of at least 4 characters."
        case .emptyIdentity: "There is no such user."
        }
    }
}
