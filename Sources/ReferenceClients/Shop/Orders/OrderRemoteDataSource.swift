import Foundation

/// What has been bought, over HTTP: `/orders`, and `/users/{id}/orders`.
struct OrderRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    private struct StatusDTO: Encodable {
        var status: String
    }

    /// `POST /orders`, once: an answer that was lost may have been a yes.
    func createOrder(_ order: NewOrder) async throws -> OrderDTO {
        try await client.value(from: Endpoint(.post, "/orders", json: order))
    }

    /// `GET /orders/{id}`.
    func getOrder(id: Order.ID) async throws -> OrderDTO {
        try await client.value(id, from: Endpoint(.get, "/orders/\(id)"))
    }

    /// `GET /users/{id}/orders?page=&limit=`.
    func getUserOrders(userId: ShopUser.ID, page: Int, limit: Int) async throws -> Page<OrderDTO> {
        try await client.page(page, limit: limit, of: "/users/\(userId)/orders")
    }

    /// `PATCH /orders/{id}`, once.
    func updateOrderStatus(id: Order.ID, status: String) async throws -> OrderDTO {
        try await client.value(id, from: Endpoint(.patch, "/orders/\(id)", json: StatusDTO(status: status)))
    }
}

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
