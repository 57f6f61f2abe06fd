public import Foundation

/// A completed transfer of money.
public struct Transfer: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: String
    /// The e-mail address of the recipient.
    public let recipientEmail: String
    /// The exact amount.
    public let amount: Decimal
    /// The time of the transfer.
    public let createdDate: Date

    /// Creates a transfer.
    public init(id: String, recipientEmail: String, amount: Decimal, createdDate: Date) {
        self.id = id
        self.recipientEmail = recipientEmail
        self.amount = amount
        self.createdDate = createdDate
    }
}

/// A transfer in the JSON of the backend.
struct TransferDTO: Decodable {
    var id: Identifier
    var recipientEmail: String
    var amount: Price
    var createdAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case recipientEmail = "recipient_email"
        case amount
        case createdAt = "created_at"
    }

    var transfer: Transfer {
        Transfer(
            id: id.value,
            recipientEmail: recipientEmail,
            amount: amount.value,
            createdDate: createdAt.date
        )
    }
}
