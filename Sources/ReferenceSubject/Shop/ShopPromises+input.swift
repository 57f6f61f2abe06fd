import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// The promises about invalid input, which the app must not send.
    static let input = [invalidUsers, invalidPages, invalidOrders]

    private static let invalidUsers = Promise(
        "SHOP-21",
        "A user with a blank identifier, a blank name or an invalid address is rejected and not sent.",
        of: "createUser",
        playing: scenario("happy-path", expect: noRequests),
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

    private static let invalidPages = Promise(
        "SHOP-22",
        "An invalid page, a blank search term and a blank product identifier are rejected and not sent.",
        of: "searchProducts",
        playing: scenario("happy-path", expect: noRequests),
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

    private static let invalidOrders = Promise(
        "SHOP-23",
        "An order with blank identifiers, no products or an unknown status is rejected and not sent.",
        of: "createOrder",
        playing: scenario("happy-path", expect: noRequests),
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

    /// The promises about valid and invalid responses.
    static let answers = [newerBackend, priceAsText, impossibleDate, negativePrice, otherUser]

    private static let newerBackend = Promise(
        "SHOP-16",
        "The list of a newer backend has exact amounts and instants, and keeps an unknown status.",
        of: "getUserOrders",
        playing: "apps/shop/newer-backend",
        .value([
            Order(
                id: "9101",
                userId: "7",
                products: [OrderItem(productId: "11", quantity: 3)],
                totalAmount: .cents(30),
                status: .unknown("awaiting_pickup"),
                createdAt: .utc("2026-03-02T18:00:00Z", plus: 0.25),
                updatedAt: .utc("2026-03-02T20:00:00Z")
            ),
            Order(
                id: "9102",
                userId: "7",
                products: [OrderItem(productId: "13", quantity: 1)],
                totalAmount: .cents(34_950),
                status: .paid,
                createdAt: .utc("2026-03-03T10:00:00Z", plus: 0.123456),
                updatedAt: .utc("2026-03-03T10:00:00Z")
            ),
        ]),
        .init(dependsOn: ["STAT-01", "DEC-07", "DEC-08", "DEC-10"])
    ) { try await $0.getUserOrders.execute(userId: "7").items }

    private static let priceAsText = Promise(
        "SHOP-17",
        "A price as a string is decoded as the same exact amount.",
        of: "getProduct",
        playing: "apps/shop/newer-backend",
        .value(.cents(2_990)),
        .init(dependsOn: ["STAT-01", "DEC-10"])
    ) { try await $0.getProduct.execute(id: "11").price }

    private static let impossibleDate = Promise(
        "SHOP-18",
        "A date that is not in the calendar is an error.",
        of: "getOrder",
        playing: answering(
            "get",
            "/orders/9003",
            ["recording": "shop/order", "edit": ["/updatedAt": "2026-02-30T07:30:00Z"]]
        ),
        .failure(.decoding(.dataCorrupted, path: "$.updatedAt")),
        .init(dependsOn: ["STAT-01", "DEC-09"])
    ) { try await $0.getOrder.execute(id: "9003").updatedAt }

    private static let negativePrice = Promise(
        "SHOP-19",
        "A negative price is an error.",
        of: "searchProducts",
        playing: answering(
            "get",
            "/products/search",
            ["recording": "shop/search", "edit": ["/items/1/price": -119]]
        ),
        .failure(.decoding(.dataCorrupted, path: "$.items[1].price")),
        .init(dependsOn: ["STAT-01", "DEC-10"])
    ) { try await $0.searchProducts.execute(query: "lamp").items.map(\.price) }

    private static let otherUser = Promise(
        "SHOP-20",
        "If the backend sends another user than the requested one, the app reports an error and stores no user.",
        of: "getUser",
        playing: answering("get", "/users/7", ["recording": "shop/user", "edit": ["/id": "8"]]),
        .value(["decoding(dataCorrupted, $)", "Robin, as kept", "Ada Okafor"]),
        .init(dependsOn: ["STAT-01", "REPO-04"], store: StoredDocuments.all)
    ) { services in
        let failure = await failure { try await services.getUser.execute(id: "7") }
        return [failure] + (try await services.stores.users.values().map(\.name))
    }
}
