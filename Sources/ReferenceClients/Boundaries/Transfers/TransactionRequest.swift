public import Foundation

/// A request for a transfer.
public struct TransactionRequest: Sendable, Hashable, Encodable {
    /// The e-mail address of the recipient.
    public var recipientEmail: String
    /// The exact amount.
    public var amount: Decimal
    /// The note; nil omits it from the body.
    public var note: String?

    /// Creates a request.
    public init(recipientEmail: String, amount: Decimal, note: String? = nil) {
        self.recipientEmail = recipientEmail
        self.amount = amount
        self.note = note
    }

    /// The maximum amount of one transfer.
    static let maximumAmount: Decimal = 10_000
    /// The maximum number of characters of a note.
    static let maximumNoteLength = 140

    /// Validates the request and returns it.
    ///
    /// - Throws: ``ValidationError`` if the request is not valid.
    func validated() throws -> TransactionRequest {
        guard EmailAddress.isValid(recipientEmail) else { throw ValidationError.invalidEmail }
        // NaN is not an amount, and its order among numbers is not obvious.
        guard amount.isFinite, amount > 0, amount <= Self.maximumAmount else { throw ValidationError.amountOutOfRange }
        guard (note ?? "").count <= Self.maximumNoteLength else { throw ValidationError.noteTooLong }
        return self
    }

    private enum CodingKeys: String, CodingKey {
        case recipientEmail = "recipient_email"
        case amount
        case note
    }
}
