import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// The promises about the search screen.
    static let screens = [lateResponse, clearedSearch, cancelled]

    private static let lateResponse = Promise(
        "SHOP-35",
        "The late response to an earlier search does not replace the results of a newer one.",
        of: "searchProducts",
        playing: late(),
        .value([[], ["11", "12"]])
    ) { try await searchStates($0, "la", then: "lamp").products }

    private static let clearedSearch = Promise(
        "SHOP-36",
        "Clearing the search field clears the list without a request, despite a pending search.",
        of: "searchProducts",
        // A client can cancel the search before it is sent.
        playing: late(expect: [["get": "/products/search", "count": ["max": 1]]]),
        .value(SearchStates(products: [[]], isLoading: false, hasMessage: false))
    ) { try await searchStates($0, "la", then: " ") }

    private static let cancelled = Promise(
        "SHOP-37",
        "Leaving the search screen shows neither an error nor stored products.",
        of: "searchProducts",
        // The server never replies to the search. It sends the product after the search was requested; then the search
        // is cancelled.
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
        .value(SearchStates(products: [[]], isLoading: false, hasMessage: false)),
        .init(dependsOn: ["STAT-01", "CANC-01"], store: StoredDocuments.all)
    ) { services in
        let (search, screen) = await begin("lamp", services)
        _ = try await services.getProduct.execute(id: "11")
        search.cancel()
        await search.value
        return await screen.states
    }

    /// Returns a scenario that holds the reply to the search for "la" until product 11 is requested.
    ///
    /// If the client has cancelled the search, a second request for the product ends the hold of the first.
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

    /// Returns the states of the screen for a search that is followed by another one before its response.
    private static func searchStates(_ services: ShopServices, _ word: String, then next: String) async throws
        -> SearchStates
    {
        let (first, screen) = await begin(word, services)
        await screen.search?.search(next)
        async let lamp = services.getProduct.execute(id: "11")
        _ = try await (services.getProduct.execute(id: "11"), lamp)
        await first.value
        return await screen.states
    }

    /// Starts a search, and returns its task and its screen.
    @MainActor
    private static func begin(_ word: String, _ services: ShopServices) async -> (Task<Void, Never>, Screen) {
        let screen = Screen()
        let (states, news) = AsyncStream.makeStream(of: Void.self)
        let search = ProductSearchViewModel(searchProducts: services.searchProducts) { [weak screen] state in
            screen?.states.note(state)
            news.yield()
        }
        screen.search = search
        let first = Task { await search.search(word) }
        // The first state proves that the search has begun.
        for await _ in states { break }
        return (first, screen)
    }

    @MainActor
    private final class Screen {
        var search: ProductSearchViewModel?
        var states = SearchStates()
    }

    /// The successive lists of a search and its final state.
    private struct SearchStates: Sendable {
        var products: [[String]] = []
        var isLoading = false
        var hasMessage = false

        mutating func note(_ state: ListState<Product>) {
            let ids = state.items.map(\.id)
            if products.last != ids { products.append(ids) }
            (isLoading, hasMessage) = (state.isLoading, state.errorMessage != nil)
        }
    }

    /// The promises about orders of new and registered users.
    static let orders = [newCustomer, emailTaken, outOfStock, lostOrder, stalledOrder, rejectedStatus]

    private static let newCustomer = Promise(
        "SHOP-27",
        "Placing an order for a new customer registers the user, sends the order, and stores both.",
        of: "createOrder",
        playing: scenario(
            "happy-path",
            expect: [
                ["inOrder": ["post /users", "post /orders"]], ["post": "/users", "count": 1],
                ["post": "/orders", "where": ["body": ["contains": ["userId": "12"]]], "count": 1],
            ]
        ),
        .value(PlacementResult(failure: "a value", users: ["12"], orders: ["9004"])),
        .init(dependsOn: ["STAT-01"])
    ) { await placeOrder($0) }

    private static let emailTaken = Promise(
        "SHOP-28",
        "If the registration fails, no order is sent and nothing is stored.",
        of: "createUser",
        playing: scenario("email-taken", expect: [["post": "/users", "count": 1], ["post": "/orders", "count": 0]]),
        .value(PlacementResult(failure: "domain(emailTaken)", users: [], orders: [])),
        .init(dependsOn: ["STAT-01", "STAT-02", "REPO-05"])
    ) { await placeOrder($0) }

    private static let outOfStock = Promise(
        "SHOP-29",
        "If the order fails, the error has the reason and nothing stays in the store.",
        of: "createOrder",
        playing: scenario("out-of-stock", expect: [["post": "/users", "count": 1], ["post": "/orders", "count": 1]]),
        .value(PlacementResult(failure: "domain(outOfStock, \"Wool rug: none left.\")", users: [], orders: [])),
        .init(dependsOn: ["STAT-01", "STAT-02", "REPO-05"])
    ) { await placeOrder($0) }

    private static let lostOrder = Promise(
        "SHOP-30",
        "An order is not retried if its reply is lost.",
        of: "createOrder",
        playing: scenario("lost-reply", expect: [["post": "/orders", "attempts": 1]]),
        .failure(.transport(.connectionLost)),
        .init(dependsOn: ["STAT-01", "TRN-02", "RETRY-04"])
    ) { try await $0.createOrder.execute(ShopValues.newOrder).id }

    private static let stalledOrder = Promise(
        "SHOP-31",
        "An order that times out is not retried and fails.",
        of: "createOrder",
        playing: scenario("stall", expect: [["post": "/orders", "attempts": 1]]),
        .failure(.timeout),
        .init(dependsOn: ["STAT-01", "RETRY-04", "REPO-05", "CANC-04"])
    ) { try await $0.createOrder.execute(ShopValues.newOrder).id }

    private static let rejectedStatus = Promise(
        "SHOP-32",
        "A rejected change of an order's status reports the reason.",
        of: "updateOrderStatus",
        playing: "apps/shop/happy-path",
        .failure(
            .domain("statusRefused", status: 409, reason: "An order that has been delivered cannot be cancelled.")
        ),
        .init(dependsOn: ["STAT-01", "STAT-02"])
    ) { try await $0.updateOrderStatus.execute(id: "9001", status: .cancelled).id }

    /// The result of placing an order for a new customer, and the stored values.
    private struct PlacementResult: Sendable {
        var failure: String
        var users: [String]?
        var orders: [String]?
    }

    private static func placeOrder(_ services: ShopServices) async -> PlacementResult {
        let products = ShopValues.newOrder.products
        let failure = await failure { try await services.placeOrder.execute(products, for: ShopValues.newUser) }
        return PlacementResult(
            failure: failure,
            users: try? await services.stores.users.values().map(\.id),
            orders: try? await services.stores.orders.values().map(\.id)
        )
    }
}
