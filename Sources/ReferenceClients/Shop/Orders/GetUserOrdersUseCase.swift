/// Shows what somebody has bought, page by page.
public struct GetUserOrdersUseCase: Sendable {
    private let orders: any OrderRepositoryProtocol

    /// A use case over a repository.
    public init(orders: any OrderRepositoryProtocol) { self.orders = orders }

    /// A page of orders.
    ///
    /// - Throws: ``DomainError/invalidUserId`` or ``DomainError/invalidPage``, and then nothing was sent; or what the
    ///   repository throws.
    public func execute(
        userId: ShopUser.ID,
        page: Int = 1,
        limit: Int = PageBounds.standardLimit,
    ) async throws -> Page<Order> {
        let userId = try userId.notBlank(or: DomainError.invalidUserId)
        try PageBounds.check(page: page, limit: limit)
        return try await orders.getUserOrders(userId: userId, page: page, limit: limit)
    }
}
