public import Foundation

/// An error for invalid input, which is thrown before a request is sent.
public enum ValidationError: LocalizedError, Sendable, Hashable {
    /// The text is not an e-mail address.
    case invalidEmail
    /// The amount is not positive or exceeds the limit of a transfer.
    case amountOutOfRange
    /// The note exceeds its limit.
    case noteTooLong
    /// The role is blank.
    case emptyRole
    /// The code is shorter than any valid code.
    case promoCodeTooShort
    /// The identifier is blank.
    case emptyIdentity

    /// The message for the user of the app.
    public var errorDescription: String? {
        switch self {
        case .invalidEmail: "Please enter an e-mail address."
        case .amountOutOfRange: "Please enter an amount of more than 0 and not more than 10,000."
        case .noteTooLong: "Please enter a note of at most 140 characters."
        case .emptyRole: "Please choose a role."
        case .promoCodeTooShort: "Please enter a code of at least 4 characters."
        case .emptyIdentity: "This user does not exist."
        }
    }
}
