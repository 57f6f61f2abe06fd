/// Shows one order.
public struct GetOrderUseCase: Sendable {
    let orders: any OrderRepositoryProtocol

    /// The order.
    ///
    /// - Throws: ``DomainError/invalidOrderId``, and then nothing was sent; or what the repository throws.
    public func execute(id: Order.ID) async throws -> Order {
        try await orders.getOrder(id: try id.notBlank(or: DomainError.invalidOrderId))
    }
}

/// Shows what somebody has bought, page by page.
public struct GetUserOrdersUseCase: Sendable {
    let orders: any OrderRepositoryProtocol

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

/// Places an order of somebody who has signed up.
public struct CreateOrderUseCase: Sendable {
    let orders: any OrderRepositoryProtocol

    /// The order.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repository throws.
    public func execute(_ order: NewOrder) async throws -> Order {
        try await orders.createOrder(try order.validated())
    }
}

/// Brings an order further.
public struct UpdateOrderStatusUseCase: Sendable {
    let orders: any OrderRepositoryProtocol

    /// The order after the change.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repository throws.
    public func execute(id: Order.ID, status: OrderStatus) async throws -> Order {
        let id = try id.notBlank(or: DomainError.invalidOrderId)
        return try await orders.updateOrderStatus(id: id, status: status)
    }
}

/// Places an order of somebody who is new: signs them up, then orders. Repositories do not know each other; this does.
public struct PlaceOrderUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol
    let orders: any OrderRepositoryProtocol

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
