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
