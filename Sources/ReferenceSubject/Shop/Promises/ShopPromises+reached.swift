import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// What a backend that was reached says is not hidden by what was kept.
    static let reached = [failing, refusing, noPrice, noDate, half, empty, waitedFor]

    private static let failing = Promise(
        "SHOP-09",
        "A backend that fails for ever was reached: what was kept does not take the place of what it says.",
        of: "getUser",
        playing: "apps/shop/outage-for-ever",
        .failure(.http(status: 503)),
        .init(restsOn: ["STAT-02", "STAT-04", "REPO-03"], store: ShopAnswers.kept)
    ) { try await $0.getUser.execute(id: "7").name }

    private static let refusing = Promise(
        "SHOP-10",
        "What is not there and who is not let in are told so, whatever was kept.",
        of: "getProduct",
        playing: [
            "extends": "apps/shop/happy-path",
            "endpoints": [
                ["get": "/products/11", "replies": [["recording": "shop/not-found"]]],
                ["get": "/orders/9003", "replies": [["status": 401]]],
                ["post": "/auth/refresh", "replies": [["status": 401]]],
            ],
        ],
        .value(["http(404)", "auth(refreshFailed)"]),
        .init(restsOn: ["STAT-02", "AUTH-04", "REPO-03"], store: ShopAnswers.kept)
    ) { services in
        [
            await failure { try await services.getProduct.execute(id: "11") },
            await failure { try await services.getOrder.execute(id: "9003") },
        ]
    }

    private static let noPrice = Promise(
        "SHOP-11",
        "A list with a price that is none says where, and takes the place of nothing that was kept.",
        of: "getProducts",
        playing: "apps/shop/malformed",
        .value(["decoding(dataCorrupted, $.items[1].price)", "Desk lamp, as kept.", "Reading chair, as kept."]),
        .init(restsOn: ["STAT-01", "DEC-03", "DEC-10", "REPO-04"], store: ShopAnswers.kept)
    ) { services in
        let failure = await failure { try await services.getProducts.execute() }
        return [failure] + (try await services.kept.products.values().map(\.description))
    }

    private static let noDate = Promise(
        "SHOP-12",
        "A user with a date that is none says where, and takes the place of nothing that was kept.",
        of: "getUser",
        playing: "apps/shop/malformed",
        .value(["decoding(dataCorrupted, $.updatedAt)", "Robin, as kept", "Ada Okafor"]),
        .init(restsOn: ["STAT-01", "DEC-03", "DEC-09", "REPO-04"], store: ShopAnswers.kept)
    ) { services in
        let failure = await failure { try await services.getUser.execute(id: "7") }
        return [failure] + (try await services.kept.users.values().map(\.name))
    }

    private static let half = Promise(
        "SHOP-13",
        "Half an order is none, and takes the place of nothing that was kept.",
        of: "getOrder",
        playing: "apps/shop/malformed",
        .value(["decoding(dataCorrupted, $)", "pending", "paid"]),
        .init(restsOn: ["STAT-01", "DEC-01", "REPO-04"], store: ShopAnswers.kept)
    ) { services in
        let failure = await failure { try await services.getOrder.execute(id: "9003") }
        return [failure] + (try await services.kept.orders.values().map { $0.status.word ?? "" })
    }

    private static let empty = Promise(
        "SHOP-14",
        "An empty list is a list, and the last page of it, whatever was kept.",
        of: "getProducts",
        playing: "apps/shop/empty",
        .value(Array(repeating: "0, the last", count: 4)),
        .init(restsOn: ["STAT-01"], store: ShopAnswers.kept)
    ) { services in
        [
            told(try await services.getProducts.execute()), told(try await services.getUsers.execute()),
            told(try await services.searchProducts.execute(query: "lamp")),
            told(try await services.getUserOrders.execute(userId: "8")),
        ]
    }

    private static let waitedFor = Promise(
        "SHOP-15",
        "A backend that asks for patience is asked again for what is read, and not for what is ordered.",
        of: "createOrder",
        playing: scenario(
            "outage",
            expect: [["get": "/products/11", "count": 3], ["post": "/orders", "count": 1]]
        ),
        .value(["Desk lamp", "http(503)"]),
        .init(restsOn: ["STAT-01", "STAT-04", "RETRY-04"])
    ) { services in
        [
            try await services.getProduct.execute(id: "11").name,
            await failure { try await services.createOrder.execute(ShopValues.newOrder) },
        ]
    }

    private static func told(_ page: Page<some Sendable>) -> String {
        "\(page.items.count), \(page.isLast ? "the last" : "and more")"
    }
}
