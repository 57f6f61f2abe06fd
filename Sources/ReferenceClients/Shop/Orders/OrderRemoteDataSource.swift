import Foundation

/// A data source of orders over HTTP: `/orders` and `/users/{id}/orders`.
struct OrderRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    private struct StatusDTO: Encodable {
        var status: String
    }

    /// Sends `POST /orders` without retries, because a request whose response is lost may have succeeded.
    func createOrder(_ order: NewOrder) async throws -> Order {
        try await client.model(\OrderDTO.order, from: Endpoint(.post, "/orders", json: order))
    }

    /// Sends `GET /orders/{id}`.
    func getOrder(id: Order.ID) async throws -> Order {
        try await client.model(\OrderDTO.order, id: id, from: Endpoint(.get, "/orders/\(id)"))
    }

    /// Sends `GET /users/{id}/orders?page=&limit=`.
    func getUserOrders(userId: ShopUser.ID, page: Int, limit: Int) async throws -> Page<Order> {
        try await client.page(page, limit: limit, of: "/users/\(userId)/orders").map(\OrderDTO.order)
    }

    /// Sends `PATCH /orders/{id}` without retries.
    func updateOrderStatus(id: Order.ID, status: String) async throws -> Order {
        let endpoint = try Endpoint(.patch, "/orders/\(id)", json: StatusDTO(status: status))
        return try await client.model(\OrderDTO.order, id: id, from: endpoint)
    }
}

/// An order in the JSON of the backend.
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

/// The stored form of an order is the JSON of the backend, which keeps exact amounts.
extension Order: Codable {
    /// Decodes the JSON of the backend.
    public init(from decoder: any Decoder) throws { self = try OrderDTO(from: decoder).order }

    /// Encodes the JSON of the backend.
    public func encode(to encoder: any Encoder) throws { try OrderDTO(self).encode(to: encoder) }
}
