import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// What cannot be right is not sent.
    static let input = [wrongUsers, wrongLists, wrongOrders]

    private static let wrongUsers = Promise(
        "SHOP-21",
        "A user without an identity, a name or an address is said to be so, and not sent.",
        of: "createUser",
        playing: scenario("happy-path", expect: silence),
        .value(
            ["userId", "userId", "userId", "updates", "name", "email", "name", "email"].map { "invalidRequest(\($0))" }
        )
    ) { services in
        let (update, create) = (services.updateUser, services.createUser)
        return [
            await failure { try await services.getUser.execute(id: "") },
            await failure { try await services.deleteUser.execute(id: " \n") },
            await failure { try await update.execute(id: "", updates: ShopUserUpdates(name: "A")) },
            await failure { try await update.execute(id: "7", updates: ShopUserUpdates()) },
            await failure { try await update.execute(id: "7", updates: ShopUserUpdates(name: " ")) },
            await failure { try await update.execute(id: "7", updates: ShopUserUpdates(email: "kim")) },
            await failure { try await create.execute(NewShopUser(name: "", email: "kim@shop.example")) },
            await failure { try await create.execute(NewShopUser(name: "Kim", email: "kim@")) },
        ]
    }

    private static let wrongLists = Promise(
        "SHOP-22",
        "A page that cannot be, a search for nothing and a product without an identity are said to be so, and not sent.",
        of: "searchProducts",
        playing: scenario("happy-path", expect: silence),
        .value(
            ["page", "page", "page", "page", "page", "query", "productId"].map { "invalidRequest(\($0))" }
        )
    ) { services in
        [
            await failure { try await services.getUsers.execute(page: 0) },
            await failure { try await services.getUsers.execute(limit: 0) },
            await failure { try await services.getProducts.execute(limit: 101) },
            await failure { try await services.searchProducts.execute(query: "lamp", page: -1) },
            await failure { try await services.getUserOrders.execute(userId: "7", page: 0) },
            await failure { try await services.searchProducts.execute(query: "  ") },
            await failure { try await services.getProduct.execute(id: "") },
        ]
    }

    private static let wrongOrders = Promise(
        "SHOP-23",
        "An order of nobody, of nothing, or to a status that nobody knows is said to be so, and not sent.",
        of: "createOrder",
        playing: scenario("happy-path", expect: silence),
        .value(
            ["userId", "products", "products", "productId", "orderId", "orderId", "status", "name", "products"].map {
                "invalidRequest(\($0))"
            }
        )
    ) { services in
        let (create, update, place) = (services.createOrder, services.updateOrderStatus, services.placeOrder)
        let (item, none) = (OrderItem(productId: "11", quantity: 1), OrderItem(productId: "11", quantity: 0))
        let nameless = OrderItem(productId: "", quantity: 1)
        return [
            await failure { try await create.execute(NewOrder(userId: "", products: [item])) },
            await failure { try await create.execute(NewOrder(userId: "7", products: [])) },
            await failure { try await create.execute(NewOrder(userId: "7", products: [item, none])) },
            await failure { try await create.execute(NewOrder(userId: "7", products: [nameless])) },
            await failure { try await services.getOrder.execute(id: "") },
            await failure { try await update.execute(id: "", status: .paid) },
            await failure { try await update.execute(id: "9003", status: .unknown("awaiting_pickup")) },
            await failure { try await place.execute([item], for: NewShopUser(name: "", email: "kim@shop.example")) },
            await failure { try await place.execute([], for: ShopValues.newUser) },
        ]
    }
}
