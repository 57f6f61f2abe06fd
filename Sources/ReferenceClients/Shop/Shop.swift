/// The repositories and use cases of the shop app.
public struct Shop: Sendable {
    /// The repository of users.
    public let users: any ShopUserRepositoryProtocol
    /// The repository of products.
    public let products: any ProductRepositoryProtocol
    /// The repository of orders.
    public let orders: any OrderRepositoryProtocol

    /// The stores on this device.
    public struct Stores: Sendable {
        /// The store of users.
        public var users: any LocalStoreProtocol<ShopUser> = MemoryStore<ShopUser>()
        /// The store of products.
        public var products: any LocalStoreProtocol<Product> = MemoryStore<Product>()
        /// The store of orders.
        public var orders: any LocalStoreProtocol<Order> = MemoryStore<Order>()

        /// Creates stores in memory.
        public init() {}
    }

    /// Creates the repositories.
    ///
    /// - Parameters:
    ///   - stores: the stores on this device.
    ///   - monitor: the monitor of the network connection.
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

/// The use cases of the shop, which validate their input and call a repository.
extension Shop {
    /// The use case that returns one user.
    public var getUser: GetUserUseCase { GetUserUseCase(users: users) }
    /// The use case that returns a page of users.
    public var getUsers: GetUsersUseCase { GetUsersUseCase(users: users) }
    /// The use case that registers a user.
    public var createUser: CreateUserUseCase { CreateUserUseCase(users: users) }
    /// The use case that changes a user.
    public var updateUser: UpdateUserUseCase { UpdateUserUseCase(users: users) }
    /// The use case that deletes a user.
    public var deleteUser: DeleteUserUseCase { DeleteUserUseCase(users: users) }

    /// The use case that returns one product.
    public var getProduct: GetProductUseCase { GetProductUseCase(products: products) }
    /// The use case that returns a page of products.
    public var getProducts: GetProductsUseCase { GetProductsUseCase(products: products) }
    /// The use case that searches products.
    public var searchProducts: SearchProductsUseCase { SearchProductsUseCase(products: products) }

    /// The use case that returns one order.
    public var getOrder: GetOrderUseCase { GetOrderUseCase(orders: orders) }
    /// The use case that returns a page of a user's orders.
    public var getUserOrders: GetUserOrdersUseCase { GetUserOrdersUseCase(orders: orders) }
    /// The use case that places an order of a registered user.
    public var createOrder: CreateOrderUseCase { CreateOrderUseCase(orders: orders) }
    /// The use case that changes the status of an order.
    public var updateOrderStatus: UpdateOrderStatusUseCase { UpdateOrderStatusUseCase(orders: orders) }
    /// The use case that registers a user and places the user's order.
    public var placeOrder: PlaceOrderUseCase { PlaceOrderUseCase(users: users, orders: orders) }
}

/// The valid pages of the shop's lists.
public enum PageBounds {
    /// The default number of items of a page.
    public static let standardLimit = 20
    /// The valid numbers of items of a page.
    public static let limits = 1...100

    /// Checks a page number and its number of items.
    ///
    /// - Throws: ``ShopError/invalidPage`` if one of them is not valid.
    static func check(page: Int, limit: Int) throws {
        guard page >= 1, limits.contains(limit) else { throw ShopError.invalidPage }
    }
}
