/// The shop's networking code, put together: what the app asks for when it starts.
public struct Shop: Sendable {
    /// Who buys.
    public let users: any ShopUserRepositoryProtocol
    /// What is sold.
    public let products: any ProductRepositoryProtocol
    /// What has been bought.
    public let orders: any OrderRepositoryProtocol

    /// What is kept on this device.
    public struct Stores: Sendable {
        /// Those who buy.
        public var users: any LocalStoreProtocol<ShopUser> = MemoryStore<ShopUser>()
        /// What is sold.
        public var products: any LocalStoreProtocol<Product> = MemoryStore<Product>()
        /// What has been bought.
        public var orders: any LocalStoreProtocol<Order> = MemoryStore<Order>()

        /// Stores that live as long as the app.
        public init() {}
    }

    /// Repositories that ask through a client.
    public init(
        client: any APIClientProtocol,
        stores: Stores = Stores(),
        monitor: any NetworkMonitorProtocol = .connected,
    ) {
        users = ShopUserRepository(client: client, local: stores.users, monitor: monitor)
        products = ProductRepository(client: client, local: stores.products, monitor: monitor)
        orders = OrderRepository(client: client, local: stores.orders, monitor: monitor)
    }
}

/// Which pages of the shop's lists can be asked for.
public enum PageBounds {
    /// How many items a page has where nobody says it.
    public static let standardLimit = 20
    /// How many the backend gives at once.
    public static let limits = 1...100

    /// - Throws: ``DomainError/invalidPage`` if there can be no such page.
    static func check(page: Int, limit: Int) throws {
        guard page >= 1, limits.contains(limit) else { throw DomainError.invalidPage }
    }
}
