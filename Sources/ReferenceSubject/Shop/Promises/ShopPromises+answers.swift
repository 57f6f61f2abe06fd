import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// What answers may hold, and may not.
    static let answers = [newerBackend, priceAsText, noSuchDay, lessThanNothing, another]

    private static let newerBackend = Promise(
        "SHOP-16",
        "What a newer backend writes costs nobody the list: amounts and instants are exact, a new word is a status of its own.",
        of: "getUserOrders",
        playing: "apps/shop/newer-backend",
        .value([
            Order(
                id: "9101",
                userId: "7",
                products: [OrderItem(productId: "11", quantity: 3)],
                totalAmount: ShopValues.cents(30),
                status: .unknown("awaiting_pickup"),
                createdAt: ShopValues.instant("2026-03-02T18:00:00Z", plus: 0.25),
                updatedAt: ShopValues.instant("2026-03-02T20:00:00Z")
            ),
            Order(
                id: "9102",
                userId: "7",
                products: [OrderItem(productId: "13", quantity: 1)],
                totalAmount: ShopValues.cents(34_950),
                status: .paid,
                createdAt: ShopValues.instant("2026-03-03T10:00:00Z", plus: 0.123456),
                updatedAt: ShopValues.instant("2026-03-03T10:00:00Z")
            ),
        ]),
        .init(restsOn: ["STAT-01", "DEC-07", "DEC-08", "DEC-10"])
    ) { try await $0.getUserOrders.execute(userId: "7").items }

    private static let priceAsText = Promise(
        "SHOP-17",
        "A price that is written as a text is the same amount.",
        of: "getProduct",
        playing: "apps/shop/newer-backend",
        .value(ShopValues.cents(2_990)),
        .init(restsOn: ["STAT-01", "DEC-10"])
    ) { try await $0.getProduct.execute(id: "11").price }

    private static let noSuchDay = Promise(
        "SHOP-18",
        "A day that no calendar has is an error, and no other day.",
        of: "getOrder",
        playing: answering(
            "get",
            "/orders/9003",
            ["recording": "shop/order", "edit": ["/updatedAt": "2026-02-30T07:30:00Z"]]
        ),
        .failure(.decoding(.dataCorrupted, path: "$.updatedAt")),
        .init(restsOn: ["STAT-01", "DEC-09"])
    ) { try await $0.getOrder.execute(id: "9003").updatedAt }

    private static let lessThanNothing = Promise(
        "SHOP-19",
        "A price below zero is an error, and no gift.",
        of: "searchProducts",
        playing: answering(
            "get",
            "/products/search",
            ["recording": "shop/search", "edit": ["/items/1/price": -119]]
        ),
        .failure(.decoding(.dataCorrupted, path: "$.items[1].price")),
        .init(restsOn: ["STAT-01", "DEC-10"])
    ) { try await $0.searchProducts.execute(query: "lamp").items.map(\.price) }

    private static let another = Promise(
        "SHOP-20",
        "An answer about somebody else than was asked for is an error, and is not kept.",
        of: "getUser",
        playing: answering("get", "/users/7", ["recording": "shop/user", "edit": ["/id": "8"]]),
        .value(["decoding(dataCorrupted, $)", "Robin, as kept", "Ada Okafor"]),
        .init(restsOn: ["STAT-01", "REPO-04"], store: ShopAnswers.kept)
    ) { services in
        let failure = await failure { try await services.getUser.execute(id: "7") }
        return [failure] + (try await services.kept.users.values().map(\.name))
    }
}
