/// Places an order of somebody who is new: signs them up, then orders. Repositories do not know each other; this does.
public struct PlaceOrderUseCase: Sendable {
    private let users: any ShopUserRepositoryProtocol
    private let orders: any OrderRepositoryProtocol

    /// A use case over two repositories.
    public init(users: any ShopUserRepositoryProtocol, orders: any OrderRepositoryProtocol) {
        self.users = users
        self.orders = orders
    }

    /// The order.
    ///
    /// No order is sent if signing up fails. If ordering fails, nothing of it stays on this device; the user stays at
    /// the backend, because an order whose answer was lost may be there, too.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repositories throw.
    public func execute(_ products: [OrderItem], for customer: NewShopUser) async throws -> Order {
        let customer = try customer.validated()
        try NewOrder.check(products)
        let user = try await users.createUser(customer)
        do {
            return try await orders.createOrder(NewOrder(userId: user.id, products: products))
        } catch {
            try? await users.forgetUser(id: user.id)
            throw error
        }
    }
}
