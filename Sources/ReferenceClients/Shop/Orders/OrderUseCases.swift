/// A use case that returns one order.
public struct GetOrderUseCase: Sendable {
    let orders: any OrderRepositoryProtocol

    /// Returns the order.
    ///
    /// - Throws: ``ShopError/invalidOrderId`` before sending; the errors of the repository.
    public func execute(id: Order.ID) async throws -> Order {
        try await orders.getOrder(id: try id.notBlank(or: ShopError.invalidOrderId))
    }
}

/// A use case that returns a page of a user's orders.
public struct GetUserOrdersUseCase: Sendable {
    let orders: any OrderRepositoryProtocol

    /// Returns a page of orders.
    ///
    /// - Throws: ``ShopError/invalidUserId`` or ``ShopError/invalidPage`` before sending; the errors of the
    ///   repository.
    public func execute(
        userId: ShopUser.ID,
        page: Int = 1,
        limit: Int = PageBounds.standardLimit,
    ) async throws -> Page<Order> {
        let userId = try userId.notBlank(or: ShopError.invalidUserId)
        try PageBounds.check(page: page, limit: limit)
        return try await orders.getUserOrders(userId: userId, page: page, limit: limit)
    }
}

/// A use case that places an order of a registered user.
public struct CreateOrderUseCase: Sendable {
    let orders: any OrderRepositoryProtocol

    /// Places the order and returns it.
    ///
    /// - Throws: ``ShopError``, before sending for invalid input; the errors of the repository.
    public func execute(_ order: NewOrder) async throws -> Order {
        try await orders.createOrder(try order.validated())
    }
}

/// A use case that changes the status of an order.
public struct UpdateOrderStatusUseCase: Sendable {
    let orders: any OrderRepositoryProtocol

    /// Changes the status and returns the changed order.
    ///
    /// - Throws: ``ShopError``, before sending for invalid input; the errors of the repository.
    public func execute(id: Order.ID, status: OrderStatus) async throws -> Order {
        let id = try id.notBlank(or: ShopError.invalidOrderId)
        return try await orders.updateOrderStatus(id: id, status: status)
    }
}

/// A use case that registers a user and places the user's order.
public struct PlaceOrderUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol
    let orders: any OrderRepositoryProtocol

    /// Registers the customer, places the order and returns it.
    ///
    /// If the order fails, the stored user is removed from this device. The user stays at the backend, because an
    /// order whose response was lost may exist.
    ///
    /// - Throws: ``ShopError``, before sending for invalid input; the errors of the repositories.
    public func execute(_ products: [OrderItem], for customer: NewShopUser) async throws -> Order {
        let customer = try customer.validated()
        try NewOrder.check(products)
        let user = try await users.createUser(customer)
        do {
            return try await orders.createOrder(NewOrder(userId: user.id, products: products))
        } catch {
            try? await users.removeStoredUser(id: user.id)
            throw error
        }
    }
}
