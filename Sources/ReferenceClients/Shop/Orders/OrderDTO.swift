/// An order as the backend writes it.
struct OrderDTO: Decodable, Identifiable {
    var identifier: Identifier
    var userId: Identifier
    var products: [OrderItem]
    var totalAmount: Price
    var status: String
    var createdAt: Timestamp
    var updatedAt: Timestamp

    var id: String { identifier.value }

    private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case userId
        case products
        case totalAmount
        case status
        case createdAt
        case updatedAt
    }

    /// As the app knows it.
    var order: Order {
        Order(
            id: id,
            userId: userId.value,
            products: products,
            totalAmount: totalAmount.value,
            status: OrderStatus(status),
            createdAt: createdAt.date,
            updatedAt: updatedAt.date
        )
    }
}
