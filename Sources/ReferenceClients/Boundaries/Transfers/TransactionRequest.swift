public import Foundation

/// Money that is to go to somebody.
public struct TransactionRequest: Sendable, Hashable, Encodable {
    /// Whose it will be.
    public var recipientEmail: String
    /// How much, exact.
    public var amount: Decimal
    /// What for; nil says nothing about it.
    public var note: String?

    /// A request.
    public init(recipientEmail: String, amount: Decimal, note: String? = nil) {
        self.recipientEmail = recipientEmail
        self.amount = amount
        self.note = note
    }

    /// What can be sent at once.
    static let most: Decimal = 10_000
    /// How many characters a note has at most.
    static let longestNote = 140

    /// The same.
    ///
    /// - Throws: ``ValidationError`` if it must not be sent.
    func validated() throws -> TransactionRequest {
        guard EmailAddress.isValid(recipientEmail) else { throw ValidationError.invalidEmail }
        // Not a number is neither more nor less than another.
        guard amount.isFinite, amount > 0, amount <= Self.most else { throw ValidationError.amountOutOfRange }
        guard (note ?? "").count <= Self.longestNote else { throw ValidationError.noteTooLong }
        return self
    }

    private enum CodingKeys: String, CodingKey {
        case recipientEmail = "recipient_email"
        case amount
        case note
    }
}
