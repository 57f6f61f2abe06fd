import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness

/// The promises of the shop app, in addition to the rules for all clients.
enum ShopPromises {
    typealias Promise = Contract<ShopServices>.Promise

    static let all: [Promise] = offline + backendErrors + answers + input + pages + orders + users + screens + requests

    /// Returns a scenario of the shop with expectations.
    static func scenario(_ name: String, expect expectations: JSON = []) -> JSON {
        ["extends": .string("apps/shop/\(name)"), "expect": expectations]
    }

    /// Returns the scenario `happy-path` with other replies for one endpoint.
    static func answering(_ method: String, _ path: JSON, _ replies: JSON...) -> JSON {
        [
            "extends": "apps/shop/happy-path",
            "endpoints": [.object([.init(method, path), .init("replies", .array(replies))])],
        ]
    }

    /// The expectation of no requests.
    static let noRequests: JSON = [["any": "/**", "count": 0]]

    /// Returns the outcome of a call as reports show it, such as `http(404)`; `a value` if it succeeds.
    static func failure(_ call: () async throws -> some Any) async -> String {
        do {
            _ = try await call()
            return "a value"
        } catch {
            return ErrorClassifier(own: ShopOutcome.of).outcome(of: error).description
        }
    }

    /// The promises about the deletion of users.
    static let users = [missingUser, lostDeletion]

    private static let missingUser = Promise(
        "SHOP-33",
        "Deleting a user who does not exist returns false without an error.",
        of: "deleteUser",
        playing: "apps/shop/happy-path",
        .value([true, false]),
        .init(dependsOn: ["STAT-05", "STAT-02"])
    ) { services in
        [try await services.deleteUser.execute(id: "7"), try await services.deleteUser.execute(id: "7")]
    }

    private static let lostDeletion = Promise(
        "SHOP-34",
        "A deletion whose reply was lost returns true when the retry finds no user.",
        of: "deleteUser",
        playing: scenario("lost-reply", expect: [["delete": "/users/7", "count": ["min": 2]]]),
        .value(true),
        .init(dependsOn: ["STAT-05", "RETRY-01"])
    ) { try await $0.deleteUser.execute(id: "7") }

    /// The promises about lists with pages.
    static let pages = [shiftingPages, failedPage, fullLastPage, refreshedList, sharedPage]

    private static let shiftingPages = Promise(
        "SHOP-24",
        "Scrolling fetches each page up to the last, and shows a product that moves between pages once.",
        of: "getProducts",
        playing: scenario(
            "shifting-pages",
            expect: [page(1), page(2), page(3), ["get": "/products", "count": 3]]
        ),
        .value(["11", "12", "13", "14", "16", "17", "18", "19"])
    ) { services in
        let list = await ProductListViewModel(getProducts: services.getProducts, limit: 4)
        for _ in 0..<5 { await list.loadMore() }
        return await list.state.items.map(\.id)
    }

    private static let failedPage = Promise(
        "SHOP-25",
        "A failed page keeps the earlier pages, and only that page is fetched again.",
        of: "getProducts",
        playing: "paging/page-2-fails-once",
        .value([["11", "12", "13", "14"], ["11", "12", "13", "14", "15", "16", "17", "18"]]),
        .init(dependsOn: ["STAT-01", "STAT-04", "REPO-03"])
    ) { services in
        let list = await ProductListViewModel(getProducts: services.getProducts, limit: 4)
        await list.loadMore()
        await list.loadMore()
        let before = await list.state.items.map(\.id)
        await list.loadMore()
        return [before, await list.state.items.map(\.id)]
    }

    private static let fullLastPage = Promise(
        "SHOP-26",
        "A full page is the last one if the total in the header field is reached.",
        of: "getUserOrders",
        playing: [
            "extends": "apps/shop/happy-path",
            "endpoints": [
                [
                    "get": "/users/7/orders",
                    "replies": [["recording": "shop/orders-1", "headers": ["X-Total-Count": "2"]]],
                ]
            ],
            "expect": [["get": "/users/7/orders", "count": 1]],
        ],
        .value(["9001", "9002"])
    ) { services in
        let pager = Pager<Order>(limit: 2) { page, limit in
            try await services.getUserOrders.execute(userId: "7", page: page, limit: limit)
        }
        _ = try await pager.loadMore()
        return try await pager.loadMore().map(\.id)
    }

    private static let refreshedList = Promise(
        "SHOP-40",
        "A refresh fetches the list from its first page, and the next page after it.",
        of: "getProducts",
        playing: scenario(
            "happy-path",
            expect: [page(1, count: 2), page(2, count: 2), ["get": "/products", "count": 4]]
        ),
        .value(["11", "12", "13", "14", "15", "16", "17", "18"])
    ) { services in
        let list = await ProductListViewModel(getProducts: services.getProducts, limit: 4)
        await list.loadMore()
        await list.loadMore()
        await list.refresh()
        await list.loadMore()
        return await list.state.items.map(\.id)
    }

    private static let sharedPage = Promise(
        "SHOP-41",
        "Two calls that load more at the same time fetch one page.",
        of: "getProducts",
        playing: scenario("happy-path", expect: [page(1), page(2), ["get": "/products", "count": 2]]),
        .value(["11", "12", "13", "14", "15", "16", "17", "18"])
    ) { services in
        let pager = Pager<Product>(limit: 4) { page, limit in
            try await services.getProducts.execute(category: nil, page: page, limit: limit)
        }
        async let first = pager.loadMore()
        async let second = pager.loadMore()
        _ = try await (first, second)
        return try await pager.loadMore().map(\.id)
    }

    /// Returns the expectation of requests for a page with four items.
    private static func page(_ number: Int, count: Int = 1) -> JSON {
        let query: JSON = ["page": .string("\(number)"), "limit": "4"]
        return ["get": "/products", "where": ["query": query], "count": .integer(count)]
    }

    /// The promises about queries and bodies of requests.
    static let requests = [queryValues, changesOnly]

    private static let queryValues = Promise(
        "SHOP-38",
        "The search term, the category, the page and the limit arrive unchanged in the query.",
        of: "searchProducts",
        playing: scenario(
            "happy-path",
            expect: [
                [
                    "get": "/products/search", "where": ["query": ["q": "a+b & 50% é", "page": "2", "limit": "5"]],
                    "count": 1,
                ],
                [
                    "get": "/products", "where": ["query": ["category": "lighting", "page": "1", "limit": "20"]],
                    "count": 1,
                ],
            ]
        ),
        .value([[], ["11", "12"]])
    ) { services in
        [
            try await services.searchProducts.execute(query: "a+b & 50% é", page: 2, limit: 5).items.map(\.id),
            try await services.getProducts.execute(category: "lighting").items.map(\.id),
        ]
    }

    private static let changesOnly = Promise(
        "SHOP-39",
        "An update sends only changed properties, and is stored after the backend confirms it.",
        of: "updateUser",
        playing: scenario(
            "happy-path",
            expect: [["patch": "/users/7", "where": ["body": ["json": ["name": "Robin A. Doe"]]], "count": 1]]
        ),
        .value(["Robin A. Doe", "Ada Okafor"]),
        .init(store: StoredDocuments.all)
    ) { services in
        _ = try await services.updateUser.execute(id: "7", updates: ShopUserUpdates(name: "Robin A. Doe"))
        return try await services.stores.users.values().map(\.name)
    }
}
