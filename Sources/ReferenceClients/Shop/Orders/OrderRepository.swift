import Foundation

/// Reads, places and changes orders.
public protocol OrderRepositoryProtocol: Sendable {
    /// Places an order.
    ///
    /// - Throws: ``DomainError/outOfStock(_:)``; ``NetworkError`` if it is not known what became of it.
    func createOrder(_ order: NewOrder) async throws -> Order
    /// One order.
    func getOrder(id: Order.ID) async throws -> Order
    /// A page of what a user has bought, from 1.
    func getUserOrders(userId: ShopUser.ID, page: Int, limit: Int) async throws -> Page<Order>
    /// Brings an order further.
    ///
    /// - Throws: ``DomainError/statusRefused(_:)``; ``NetworkError`` if it is not known what became of it.
    func updateOrderStatus(id: Order.ID, status: OrderStatus) async throws -> Order
}

/// What has been bought: from the backend, and without a connection from this device.
struct OrderRepository: OrderRepositoryProtocol {
    let remote: OrderRemoteDataSource
    let orders: OnlineFirst<Order>

    func createOrder(_ order: NewOrder) async throws -> Order {
        try await written(unless: DomainError.outOfStock) { try await remote.createOrder(order) }
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

    /// - Throws: ``DomainError/invalidStatus`` for a status that the app does not know, and then nothing is sent.
    func updateOrderStatus(id: Order.ID, status: OrderStatus) async throws -> Order {
        guard let word = status.word else { throw DomainError.invalidStatus }
        return try await written(unless: DomainError.statusRefused) {
            try await remote.updateOrderStatus(id: id, status: word)
        }
    }

    private func written(
        unless conflict: (String) -> DomainError,
        _ write: () async throws -> Order,
    ) async throws -> Order {
        try await NetworkError.translated {
            $0.status == 409 ? conflict(NetworkError.httpError($0).localizedDescription) : nil
        } _: {
            try await orders.written(write)
        }
    }
}
