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
    ///
    /// - Parameters:
    ///   - stores: what is kept on this device.
    ///   - monitor: says whether asking is worth a try.
    public init(
        client: any APIClientProtocol,
        stores: Stores = Stores(),
        monitor: any NetworkMonitorProtocol = .connected,
    ) {
        users = ShopUserRepository(
            remote: ShopUserRemoteDataSource(client: client),
            users: OnlineFirst(store: stores.users, monitor: monitor)
        )
        products = ProductRepository(
            remote: ProductRemoteDataSource(client: client),
            products: OnlineFirst(store: stores.products, monitor: monitor)
        )
        orders = OrderRepository(
            remote: OrderRemoteDataSource(client: client),
            orders: OnlineFirst(store: stores.orders, monitor: monitor)
        )
    }
}

/// The use cases of the shop. Each validates its input, and then calls a repository.
extension Shop {
    /// Shows one user.
    public var getUser: GetUserUseCase { GetUserUseCase(users: users) }
    /// Shows users, page by page.
    public var getUsers: GetUsersUseCase { GetUsersUseCase(users: users) }
    /// Signs somebody up.
    public var createUser: CreateUserUseCase { CreateUserUseCase(users: users) }
    /// Changes what is known of a user.
    public var updateUser: UpdateUserUseCase { UpdateUserUseCase(users: users) }
    /// Removes a user.
    public var deleteUser: DeleteUserUseCase { DeleteUserUseCase(users: users) }

    /// Shows one product.
    public var getProduct: GetProductUseCase { GetProductUseCase(products: products) }
    /// Shows products, page by page.
    public var getProducts: GetProductsUseCase { GetProductsUseCase(products: products) }
    /// Finds products.
    public var searchProducts: SearchProductsUseCase { SearchProductsUseCase(products: products) }

    /// Shows one order.
    public var getOrder: GetOrderUseCase { GetOrderUseCase(orders: orders) }
    /// Shows what somebody has bought, page by page.
    public var getUserOrders: GetUserOrdersUseCase { GetUserOrdersUseCase(orders: orders) }
    /// Places an order of somebody who has signed up.
    public var createOrder: CreateOrderUseCase { CreateOrderUseCase(orders: orders) }
    /// Brings an order further.
    public var updateOrderStatus: UpdateOrderStatusUseCase { UpdateOrderStatusUseCase(orders: orders) }
    /// Signs somebody up and places their order in one go.
    public var placeOrder: PlaceOrderUseCase { PlaceOrderUseCase(users: users, orders: orders) }
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
