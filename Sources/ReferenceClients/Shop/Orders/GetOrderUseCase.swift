/// Shows one order.
public struct GetOrderUseCase: Sendable {
    private let orders: any OrderRepositoryProtocol

    /// A use case over a repository.
    public init(orders: any OrderRepositoryProtocol) { self.orders = orders }

    /// The order.
    ///
    /// - Throws: ``DomainError/invalidOrderId``, and then nothing was sent; or what the repository throws.
    public func execute(id: Order.ID) async throws -> Order {
        try await orders.getOrder(id: try id.notBlank(or: DomainError.invalidOrderId))
    }
}
