import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// The promises about stored values when the connection is missing or lost.
    static let offline = [
        reading, writing, connectionLost, stalled, exactStoredAmount, deletedUser, deletionRemovesStoredUser,
        emptyStore,
    ]

    private static let reading = Promise(
        "SHOP-01",
        "If the network monitor reports no connection, stored values are shown and no request is sent.",
        of: "getUser",
        playing: scenario("happy-path", expect: noRequests),
        .value([["Robin, as kept"], ["8"], ["Desk lamp, as kept."], ["13"], ["11"], ["349.5"], ["9004"]]),
        .init(dependsOn: ["STAT-01", "REPO-02"], store: StoredDocuments.all, isOnline: false)
    ) { services in
        [
            [try await services.getUser.execute(id: "7").name],
            try await services.getUsers.execute(page: 2, limit: 1).items.map(\.id),
            [try await services.getProduct.execute(id: "11").description],
            try await services.getProducts.execute(category: "chairs").items.map(\.id),
            try await services.searchProducts.execute(query: "LAMP").items.map(\.id),
            ["\(try await services.getOrder.execute(id: "9003").totalAmount)"],
            try await services.getUserOrders.execute(userId: "8").items.map(\.id),
        ]
    }

    private static let writing = Promise(
        "SHOP-02",
        "If the network monitor reports no connection, changes fail and stored values stay unchanged.",
        of: "createUser",
        playing: scenario("happy-path", expect: noRequests),
        .value(
            Array(repeating: "transport(connectionLost, -1009)", count: 5)
                + ["Robin, as kept", "Ada Okafor", "pending", "paid"]
        ),
        .init(dependsOn: ["STAT-01", "REPO-05"], store: StoredDocuments.all, isOnline: false)
    ) { services in
        let failures = [
            await failure { try await services.createUser.execute(ShopValues.newUser) },
            await failure { try await services.updateUser.execute(id: "7", updates: ShopUserUpdates(name: "R")) },
            await failure { try await services.deleteUser.execute(id: "7") },
            await failure { try await services.createOrder.execute(ShopValues.newOrder) },
            await failure { try await services.updateOrderStatus.execute(id: "9003", status: .cancelled) },
        ]
        let users = try await services.stores.users.values().map(\.name)
        return failures + users + (try await services.stores.orders.values().map { $0.status.knownRawValue ?? "" })
    }

    private static let connectionLost = Promise(
        "SHOP-03",
        "If the connection is lost, stored values are shown.",
        of: "getProducts",
        playing: "apps/shop/connection-lost",
        .value([["Robin, as kept"], ["11", "13"], ["9003"]]),
        .init(dependsOn: ["STAT-01", "REPO-02"], store: StoredDocuments.all)
    ) { services in
        [
            [try await services.getUser.execute(id: "7").name],
            try await services.getProducts.execute().items.map(\.id),
            try await services.getUserOrders.execute(userId: "7").items.map(\.id),
        ]
    }

    private static let stalled = Promise(
        "SHOP-04",
        "If a request for a list times out, its stored values are shown.",
        of: "getProducts",
        playing: scenario("stall", expect: [["get": "/products", "count": ["min": 1]]]),
        .value(["13"]),
        .init(dependsOn: ["STAT-01", "REPO-02", "CANC-04"], store: StoredDocuments.all)
    ) { try await $0.getProducts.execute(category: "chairs").items.map(\.id) }

    private static let exactStoredAmount = Promise(
        "SHOP-05",
        "A fetched order is shown with its exact amount after the connection is lost.",
        of: "getOrder",
        playing: answering(
            "get",
            "/orders/9003",
            [
                "recording": "shop/order", "times": 1,
                "edit": ["/totalAmount": .number(JSON.Number(text: "1234567890123456.78"))],
            ],
            ["recording": "shop/order", "fault": ["effect": "reset", "at": "beforeHead"]]
        ),
        .value(["1234567890123456.78", "1234567890123456.78"]),
        .init(dependsOn: ["STAT-01", "DEC-10", "REPO-02"])
    ) { services in
        let (first, second) = (
            try await services.getOrder.execute(id: "9003"), try await services.getOrder.execute(id: "9003")
        )
        return ["\(first.totalAmount)", "\(second.totalAmount)"]
    }

    private static let deletedUser = Promise(
        "SHOP-06",
        "A user whom the backend has deleted is not shown after the connection is lost.",
        of: "getUser",
        playing: "apps/shop/gone",
        .value(["a value", "http(404)", "transport(connectionLost, -1005)"]),
        .init(dependsOn: ["STAT-01", "STAT-02", "TRN-02", "REPO-03"])
    ) { services in
        var outcomes: [String] = []
        for _ in 0..<3 { outcomes.append(await failure { try await services.getUser.execute(id: "7") }) }
        return outcomes
    }

    private static let deletionRemovesStoredUser = Promise(
        "SHOP-07",
        "A deleted user is removed from the store.",
        of: "deleteUser",
        playing: "apps/shop/happy-path",
        .value(["8"]),
        .init(dependsOn: ["STAT-05"], store: StoredDocuments.all)
    ) { services in
        _ = try await services.deleteUser.execute(id: "7")
        return try await services.stores.users.values().map(\.id)
    }

    private static let emptyStore = Promise(
        "SHOP-08",
        "Without stored values a lost connection is an error.",
        of: "getUsers",
        playing: "apps/shop/connection-lost",
        .failure(.transport(.connectionLost)),
        .init(dependsOn: ["STAT-01", "TRN-02"])
    ) { try await $0.getUsers.execute().items.map(\.id) }

    /// The promises that stored values do not hide responses of the backend.
    static let backendErrors = [
        permanentOutage, rejectedRequests, invalidPrice, invalidDate, truncatedOrder, emptyList, outageWithRetryAfter,
    ]

    private static let permanentOutage = Promise(
        "SHOP-09",
        "A stored user does not hide a permanent failure of the backend.",
        of: "getUser",
        playing: "apps/shop/outage-for-ever",
        .failure(.http(status: 503)),
        .init(dependsOn: ["STAT-02", "STAT-04", "REPO-03"], store: StoredDocuments.all)
    ) { try await $0.getUser.execute(id: "7").name }

    private static let rejectedRequests = Promise(
        "SHOP-10",
        "Stored values do not hide a 404 or a failed authentication.",
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
        .init(dependsOn: ["STAT-02", "AUTH-04", "REPO-03"], store: StoredDocuments.all)
    ) { services in
        [
            await failure { try await services.getProduct.execute(id: "11") },
            await failure { try await services.getOrder.execute(id: "9003") },
        ]
    }

    private static let invalidPrice = Promise(
        "SHOP-11",
        "An invalid price in a list is an error with its path and does not change stored products.",
        of: "getProducts",
        playing: "apps/shop/malformed",
        .value(["decoding(dataCorrupted, $.items[1].price)", "Desk lamp, as kept.", "Reading chair, as kept."]),
        .init(dependsOn: ["STAT-01", "DEC-03", "DEC-10", "REPO-04"], store: StoredDocuments.all)
    ) { services in
        let failure = await failure { try await services.getProducts.execute() }
        return [failure] + (try await services.stores.products.values().map(\.description))
    }

    private static let invalidDate = Promise(
        "SHOP-12",
        "An invalid date of a user is an error with its path and does not change stored users.",
        of: "getUser",
        playing: "apps/shop/malformed",
        .value(["decoding(dataCorrupted, $.updatedAt)", "Robin, as kept", "Ada Okafor"]),
        .init(dependsOn: ["STAT-01", "DEC-03", "DEC-09", "REPO-04"], store: StoredDocuments.all)
    ) { services in
        let failure = await failure { try await services.getUser.execute(id: "7") }
        return [failure] + (try await services.stores.users.values().map(\.name))
    }

    private static let truncatedOrder = Promise(
        "SHOP-13",
        "A truncated order is an error and does not change stored orders.",
        of: "getOrder",
        playing: "apps/shop/malformed",
        .value(["decoding(dataCorrupted, $)", "pending", "paid"]),
        .init(dependsOn: ["STAT-01", "DEC-01", "REPO-04"], store: StoredDocuments.all)
    ) { services in
        let failure = await failure { try await services.getOrder.execute(id: "9003") }
        return [failure] + (try await services.stores.orders.values().map { $0.status.knownRawValue ?? "" })
    }

    private static let emptyList = Promise(
        "SHOP-14",
        "An empty list is shown as the last page, not replaced by stored values.",
        of: "getProducts",
        playing: "apps/shop/empty",
        .value(Array(repeating: "0, the last", count: 4)),
        .init(dependsOn: ["STAT-01"], store: StoredDocuments.all)
    ) { services in
        [
            summary(of: try await services.getProducts.execute()),
            summary(of: try await services.getUsers.execute()),
            summary(of: try await services.searchProducts.execute(query: "lamp")),
            summary(of: try await services.getUserOrders.execute(userId: "8")),
        ]
    }

    private static let outageWithRetryAfter = Promise(
        "SHOP-15",
        "During an outage with Retry-After reads are retried and orders are not.",
        of: "createOrder",
        playing: scenario(
            "outage",
            expect: [["get": "/products/11", "count": 3], ["post": "/orders", "count": 1]]
        ),
        .value(["Desk lamp", "http(503)"]),
        .init(dependsOn: ["STAT-01", "STAT-04", "RETRY-04"])
    ) { services in
        [
            try await services.getProduct.execute(id: "11").name,
            await failure { try await services.createOrder.execute(ShopValues.newOrder) },
        ]
    }

    private static func summary(of page: Page<some Sendable>) -> String {
        "\(page.items.count), \(page.isLast ? "the last" : "and more")"
    }
}
