/// An order to be placed; what it costs, the backend says.
public struct NewOrder: Sendable, Hashable, Encodable {
    /// Who buys.
    public var userId: ShopUser.ID
    /// What.
    public var products: [OrderItem]

    /// An order of somebody.
    public init(userId: ShopUser.ID, products: [OrderItem]) {
        self.userId = userId
        self.products = products
    }

    /// The same.
    ///
    /// - Throws: ``DomainError`` if the backend would only refuse it.
    func validated() throws -> NewOrder {
        _ = try userId.notBlank(or: DomainError.invalidUserId)
        try Self.check(products)
        return self
    }

    /// - Throws: ``DomainError`` if these cannot be ordered.
    static func check(_ products: [OrderItem]) throws {
        guard !products.isEmpty, products.allSatisfy({ $0.quantity > 0 }) else { throw DomainError.emptyOrder }
        for product in products { _ = try product.productId.notBlank(or: DomainError.invalidProductId) }
    }
}
