import Foundation

/// A repository of orders.
public protocol OrderRepositoryProtocol: Sendable {
    /// Places an order.
    ///
    /// - Throws: ``ShopError/outOfStock(_:)``; ``NetworkError`` for other failures.
    func createOrder(_ order: NewOrder) async throws -> Order
    /// Returns one order.
    func getOrder(id: Order.ID) async throws -> Order
    /// Returns a page of a user's orders; the first page is 1.
    func getUserOrders(userId: ShopUser.ID, page: Int, limit: Int) async throws -> Page<Order>
    /// Changes the status of an order.
    ///
    /// - Throws: ``ShopError/statusRefused(_:)``; ``NetworkError`` for other failures.
    func updateOrderStatus(id: Order.ID, status: OrderStatus) async throws -> Order
}

/// A repository that reads orders from the backend and, without a connection, from this device.
struct OrderRepository: OrderRepositoryProtocol {
    let remote: OrderRemoteDataSource
    let orders: OnlineFirst<Order>

    func createOrder(_ order: NewOrder) async throws -> Order {
        try await written(unless: ShopError.outOfStock) { try await remote.createOrder(order) }
    }

    func getOrder(id: Order.ID) async throws -> Order {
        try await orders.value(id: id) { try await remote.getOrder(id: id) }
    }

    func getUserOrders(userId: ShopUser.ID, page: Int, limit: Int) async throws -> Page<Order> {
        try await orders.page(page, limit: limit) {
            $0.userId == userId
        } _: {
            try await remote.getUserOrders(userId: userId, page: page, limit: limit)
        }
    }

    /// Changes the status of an order.
    ///
    /// - Throws: ``ShopError/invalidStatus`` for an unknown status, before sending.
    func updateOrderStatus(id: Order.ID, status: OrderStatus) async throws -> Order {
        guard let word = status.knownRawValue else { throw ShopError.invalidStatus }
        return try await written(unless: ShopError.statusRefused) {
            try await remote.updateOrderStatus(id: id, status: word)
        }
    }

    private func written(
        unless conflict: (String) -> ShopError,
        _ write: () async throws -> Order,
    ) async throws -> Order {
        try await NetworkError.translated {
            $0.status == 409 ? conflict(NetworkError.httpError($0).localizedDescription) : nil
        } _: {
            try await orders.write(write)
        }
    }
}
