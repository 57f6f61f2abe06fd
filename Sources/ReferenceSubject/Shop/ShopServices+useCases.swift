import ReferenceClients

extension ShopServices {
    var getUser: GetUserUseCase { GetUserUseCase(users: users) }
    var getUsers: GetUsersUseCase { GetUsersUseCase(users: users) }
    var createUser: CreateUserUseCase { CreateUserUseCase(users: users) }
    var updateUser: UpdateUserUseCase { UpdateUserUseCase(users: users) }
    var deleteUser: DeleteUserUseCase { DeleteUserUseCase(users: users) }

    var getProduct: GetProductUseCase { GetProductUseCase(products: products) }
    var getProducts: GetProductsUseCase { GetProductsUseCase(products: products) }
    var searchProducts: SearchProductsUseCase { SearchProductsUseCase(products: products) }

    var createOrder: CreateOrderUseCase { CreateOrderUseCase(orders: orders) }
    var getOrder: GetOrderUseCase { GetOrderUseCase(orders: orders) }
    var getUserOrders: GetUserOrdersUseCase { GetUserOrdersUseCase(orders: orders) }
    var updateOrderStatus: UpdateOrderStatusUseCase { UpdateOrderStatusUseCase(orders: orders) }

    /// Signs somebody up and places their order in one go.
    var placeOrder: PlaceOrderUseCase { PlaceOrderUseCase(users: users, orders: orders) }
}
