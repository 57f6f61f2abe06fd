import Foundation

/// What has been bought, over HTTP: `/orders`, and `/users/{id}/orders`.
struct OrderRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    private struct StatusDTO: Encodable {
        var status: String
    }

    /// `POST /orders`, once: an answer that was lost may have been a yes.
    func createOrder(_ order: NewOrder) async throws -> Order {
        try await client.model(\OrderDTO.order, from: Endpoint(.post, "/orders", json: order))
    }

    /// `GET /orders/{id}`.
    func getOrder(id: Order.ID) async throws -> Order {
        try await client.model(\OrderDTO.order, id: id, from: Endpoint(.get, "/orders/\(id)"))
    }

    /// `GET /users/{id}/orders?page=&limit=`.
    func getUserOrders(userId: ShopUser.ID, page: Int, limit: Int) async throws -> Page<Order> {
        try await client.page(page, limit: limit, of: "/users/\(userId)/orders").map(\OrderDTO.order)
    }

    /// `PATCH /orders/{id}`, once.
    func updateOrderStatus(id: Order.ID, status: String) async throws -> Order {
        let endpoint = try Endpoint(.patch, "/orders/\(id)", json: StatusDTO(status: status))
        return try await client.model(\OrderDTO.order, id: id, from: endpoint)
    }
}

/// An order as the backend writes it.
struct OrderDTO: Codable {
    var id: Identifier
    var userId: Identifier
    var products: [OrderItem]
    var totalAmount: Price
    var status: String
    var createdAt: Timestamp
    var updatedAt: Timestamp

    init(_ order: Order) {
        (id, userId, products) = (Identifier(order.id), Identifier(order.userId), order.products)
        (totalAmount, status) = (Price(order.totalAmount), order.status.text)
        (createdAt, updatedAt) = (Timestamp(order.createdAt), Timestamp(order.updatedAt))
    }

    /// As the app knows it.
    var order: Order {
        Order(
            id: id.value,
            userId: userId.value,
            products: products,
            totalAmount: totalAmount.value,
            status: OrderStatus(status),
            createdAt: createdAt.date,
            updatedAt: updatedAt.date
        )
    }
}

/// Stores keep an order as the backend writes it, with exact amounts.
extension Order: Codable {
    /// Reads the document of the backend.
    public init(from decoder: any Decoder) throws { self = try OrderDTO(from: decoder).order }

    /// Writes the document of the backend.
    public func encode(to encoder: any Encoder) throws { try OrderDTO(self).encode(to: encoder) }
}
