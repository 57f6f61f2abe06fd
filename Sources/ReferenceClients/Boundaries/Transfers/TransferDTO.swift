/// A transfer as the backend writes it.
struct TransferDTO: Decodable {
    var identifier: Identifier
    var recipientEmail: String
    var amount: Price
    var createdAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case recipientEmail = "recipient_email"
        case amount
        case createdAt = "created_at"
    }

    /// As the app knows it.
    var transfer: Transfer {
        Transfer(
            id: identifier.value,
            recipientEmail: recipientEmail,
            amount: amount.value,
            createdDate: createdAt.date
        )
    }
}
