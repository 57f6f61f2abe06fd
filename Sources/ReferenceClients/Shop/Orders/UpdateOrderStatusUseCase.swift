/// Brings an order further.
public struct UpdateOrderStatusUseCase: Sendable {
    private let orders: any OrderRepositoryProtocol

    /// A use case over a repository.
    public init(orders: any OrderRepositoryProtocol) { self.orders = orders }

    /// The order after the change.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repository throws.
    public func execute(id: Order.ID, status: OrderStatus) async throws -> Order {
        let id = try id.notBlank(or: DomainError.invalidOrderId)
        return try await orders.updateOrderStatus(id: id, status: status)
    }
}
