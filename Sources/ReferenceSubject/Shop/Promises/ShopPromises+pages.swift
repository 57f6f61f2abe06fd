import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// Lists that are read page by page.
    static let pages = [shifting, failedPage, fullLastPage]

    private static let shifting = Promise(
        "SHOP-24",
        "Scrolling reads page after page to the end and none beyond it, and shows once what moves from page to page.",
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
        "A page that fails leaves those before it, and is asked for again alone.",
        of: "getProducts",
        playing: "paging/page-2-fails-once",
        .value([["11", "12", "13", "14"], ["11", "12", "13", "14", "15", "16", "17", "18"]]),
        .init(restsOn: ["STAT-01", "STAT-04", "REPO-03"])
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
        "A page that is full is the last all the same where the head says how long the list is.",
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

    /// That page of four, once.
    private static func page(_ number: Int) -> JSON {
        ["get": "/products", "where": ["query": ["page": .string("\(number)"), "limit": "4"]], "count": 1]
    }
}
