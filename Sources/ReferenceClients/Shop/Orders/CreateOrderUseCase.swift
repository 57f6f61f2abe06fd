/// Places an order of somebody who has signed up.
public struct CreateOrderUseCase: Sendable {
    private let orders: any OrderRepositoryProtocol

    /// A use case over a repository.
    public init(orders: any OrderRepositoryProtocol) { self.orders = orders }

    /// The order.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repository throws.
    public func execute(_ order: NewOrder) async throws -> Order {
        try await orders.createOrder(try order.validated())
    }
}
