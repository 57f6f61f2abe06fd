import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// What screens show while somebody types, scrolls and leaves.
    static let screens = [overtaken, emptied, cancelled]

    private static let overtaken = Promise(
        "SHOP-35",
        "The late answer to an older search is never shown, and does not take the place of the newer.",
        of: "searchProducts",
        playing: late(),
        .value([[], ["11", "12"]])
    ) { try await shown($0, "la", then: "lamp").products }

    private static let emptied = Promise(
        "SHOP-36",
        "An emptied field shows nothing and sends nothing, whatever is still to come.",
        of: "searchProducts",
        // A client may give up the search before it has been sent.
        playing: late(expect: [["get": "/products/search", "count": ["max": 1]]]),
        .value(Shown(products: [[]], isLoading: false, hasMessage: false))
    ) { try await shown($0, "la", then: " ") }

    private static let cancelled = Promise(
        "SHOP-37",
        "A screen that is left shows no error, nor what was kept.",
        of: "searchProducts",
        // The search never comes; the product does as soon as the search has been asked for, and tells when to leave.
        playing: [
            "extends": "apps/shop/happy-path",
            "endpoints": [
                [
                    "get": "/products/search", "hold": "asked", "until": ["waiting": 2],
                    "fault": ["effect": "stall", "at": "beforeHead"],
                ],
                ["get": "/products/11", "hold": "asked", "until": ["waiting": 2]],
            ],
            "expect": [["get": "/products/search", "count": 1, "endedBy": "client"]],
        ],
        .value(Shown(products: [[]], isLoading: false, hasMessage: false)),
        .init(restsOn: ["STAT-01", "CANC-01"], store: KeptDocuments.all)
    ) { services in
        let (visit, shown) = await begin("lamp", services)
        _ = try await services.getProduct.execute(id: "11")
        visit.cancel()
        await visit.value
        return await shown.shown
    }

    /// A shop whose search for "la" finds one lamp, and says so when the lamp itself is asked for: after all that
    /// somebody types. Whoever asks for it twice waits for no search that was given up.
    private static func late(expect expectations: JSON = []) -> JSON {
        [
            "extends": "apps/shop/late-answer",
            "endpoints": [
                [
                    "get": "/products/search", "when": ["query": ["q": "la"]],
                    "replies": [
                        [
                            "recording": "shop/search", "edit": ["/total": 1], "remove": ["/items/1"],
                            "hold": "typed", "until": ["waiting": 2],
                        ]
                    ],
                ],
                ["get": "/products/11", "hold": "typed", "until": ["waiting": 2]],
            ],
            "expect": expectations,
        ]
    }

    /// What is shown of a search that another one follows before it is answered.
    private static func shown(_ services: ShopServices, _ word: String, then next: String) async throws -> Shown {
        let (first, shown) = await begin(word, services)
        await shown.search?.search(next)
        async let lamp = services.getProduct.execute(id: "11")
        _ = try await (services.getProduct.execute(id: "11"), lamp)
        await first.value
        return await shown.shown
    }

    /// A search that has begun, and what it shows.
    @MainActor
    private static func begin(_ word: String, _ services: ShopServices) async -> (Task<Void, Never>, Screen) {
        let screen = Screen()
        let (states, news) = AsyncStream.makeStream(of: Void.self)
        let search = ProductSearchViewModel(searchProducts: services.searchProducts) { [weak screen] state in
            screen?.shown.note(state)
            news.yield()
        }
        screen.search = search
        let first = Task { await search.search(word) }
        // The first state is that of the search that has begun.
        for await _ in states { break }
        return (first, screen)
    }

    @MainActor
    private final class Screen {
        var search: ProductSearchViewModel?
        var shown = Shown()
    }

    /// What a search has shown, each list of products once, and what is left of it in the end.
    private struct Shown: Sendable {
        var products: [[String]] = []
        var isLoading = false
        var hasMessage = false

        mutating func note(_ state: ListState<Product>) {
            let ids = state.items.map(\.id)
            if products.last != ids { products.append(ids) }
            (isLoading, hasMessage) = (state.isLoading, state.errorMessage != nil)
        }
    }

    /// Orders, also of somebody who signs up for them.
    static let placing = [inOneGo, addressTaken, outOfStock, lostOrder, stalledOrder, refusedStatus]

    private static let inOneGo = Promise(
        "SHOP-27",
        "Signing up and ordering in one go sends the order for the new user, and keeps both.",
        of: "createOrder",
        playing: scenario(
            "happy-path",
            expect: [
                ["inOrder": ["post /users", "post /orders"]], ["post": "/users", "count": 1],
                ["post": "/orders", "where": ["body": ["contains": ["userId": "12"]]], "count": 1],
            ]
        ),
        .value(Ended(failure: "a value", users: ["12"], orders: ["9004"])),
        .init(restsOn: ["STAT-01"])
    ) { await inOneGo($0) }

    private static let addressTaken = Promise(
        "SHOP-28",
        "Where signing up fails, no order is sent, and nothing is kept.",
        of: "createUser",
        playing: scenario("email-taken", expect: [["post": "/users", "count": 1], ["post": "/orders", "count": 0]]),
        .value(Ended(failure: "domain(emailTaken)", users: [], orders: [])),
        .init(restsOn: ["STAT-01", "STAT-02", "REPO-05"])
    ) { await inOneGo($0) }

    private static let outOfStock = Promise(
        "SHOP-29",
        "Where the order fails, it says why, and nothing of it stays on this device.",
        of: "createOrder",
        playing: scenario("out-of-stock", expect: [["post": "/users", "count": 1], ["post": "/orders", "count": 1]]),
        .value(Ended(failure: "domain(outOfStock, \"Wool rug: none left.\")", users: [], orders: [])),
        .init(restsOn: ["STAT-01", "STAT-02", "REPO-05"])
    ) { await inOneGo($0) }

    private static let lostOrder = Promise(
        "SHOP-30",
        "An order whose answer was lost is not sent again: it may have been placed.",
        of: "createOrder",
        playing: scenario("lost-reply", expect: [["post": "/orders", "attempts": 1]]),
        .failure(.transport(.connectionLost)),
        .init(restsOn: ["STAT-01", "TRN-02", "RETRY-04"])
    ) { try await $0.createOrder.execute(ShopValues.newOrder).id }

    private static let stalledOrder = Promise(
        "SHOP-31",
        "An order that is not answered in time is not sent again, and not said to be placed.",
        of: "createOrder",
        playing: scenario("stall", expect: [["post": "/orders", "attempts": 1]]),
        .failure(.timeout),
        .init(restsOn: ["STAT-01", "RETRY-04", "REPO-05", "CANC-04"])
    ) { try await $0.createOrder.execute(ShopValues.newOrder).id }

    private static let refusedStatus = Promise(
        "SHOP-32",
        "An order that does not go on says why.",
        of: "updateOrderStatus",
        playing: "apps/shop/happy-path",
        .failure(
            .domain("statusRefused", status: 409, reason: "An order that has been delivered cannot be cancelled.")
        ),
        .init(restsOn: ["STAT-01", "STAT-02"])
    ) { try await $0.updateOrderStatus.execute(id: "9001", status: .cancelled).id }

    /// What signing up and ordering in one go comes to, and what is kept then.
    private struct Ended: Sendable {
        var failure: String
        var users: [String]?
        var orders: [String]?
    }

    private static func inOneGo(_ services: ShopServices) async -> Ended {
        let products = ShopValues.newOrder.products
        let failure = await failure { try await services.placeOrder.execute(products, for: ShopValues.newUser) }
        return Ended(
            failure: failure,
            users: try? await services.kept.users.values().map(\.id),
            orders: try? await services.kept.orders.values().map(\.id)
        )
    }
}
