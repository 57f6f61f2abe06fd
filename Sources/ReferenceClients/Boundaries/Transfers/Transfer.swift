public import Foundation

/// Money that has gone to somebody.
public struct Transfer: Sendable, Hashable, Identifiable {
    /// Which transfer it is.
    public let id: String
    /// Whose it is now.
    public let recipientEmail: String
    /// How much, exact.
    public let amount: Decimal
    /// When it went.
    public let createdDate: Date

    /// A transfer.
    public init(id: String, recipientEmail: String, amount: Decimal, createdDate: Date) {
        self.id = id
        self.recipientEmail = recipientEmail
        self.amount = amount
        self.createdDate = createdDate
    }
}

/// A transfer as the backend writes it.
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

    /// As the app knows it.
    var transfer: Transfer {
        Transfer(
            id: id.value,
            recipientEmail: recipientEmail,
            amount: amount.value,
            createdDate: createdAt.date
        )
    }
}
