import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// What screens show while somebody types, scrolls and leaves.
    static let screens = [overtaken, emptied, cancelled]

    private static let overtaken = Promise(
        "SHOP-35",
        "What an older search finds is never shown once a newer one has begun.",
        of: "searchProducts",
        playing: slowly(),
        .value([[], ["11", "12"]])
    ) { await shown($0, "la", then: "lamp").products }

    private static let emptied = Promise(
        "SHOP-36",
        "An emptied field shows nothing and sends nothing, whatever is still to come.",
        of: "searchProducts",
        playing: slowly(expect: [["get": "/products/search", "count": ["max": 1]]]),
        .value(Shown(products: [[]], isLoading: false, hasMessage: false))
    ) { await shown($0, "la", then: " ") }

    private static let cancelled = Promise(
        "SHOP-37",
        "A screen that is left shows no error.",
        of: "searchProducts",
        playing: answering(
            "get",
            "/products/search",
            ["recording": "shop/search", "fault": ["effect": "stall", "at": "beforeHead"]]
        ),
        .value(Shown(products: [[]], isLoading: false, hasMessage: false)),
        .init(restsOn: ["STAT-01", "CANC-01"])
    ) { await shownWhenLeft($0) }

    /// What a search has shown, each list of products once, and what is left of it in the end.
    private struct Shown: Sendable {
        var products: [[String]] = []
        var isLoading = false
        var hasMessage = false

        mutating func note(_ state: ProductSearchViewModel.State) {
            let ids = state.products.map(\.id)
            if products.last != ids { products.append(ids) }
            (isLoading, hasMessage) = (state.isLoading, state.errorMessage != nil)
        }
    }

    /// A shop whose search for "la" finds one lamp, and takes its time.
    private static func slowly(expect expectations: JSON = []) -> JSON {
        [
            "extends": "apps/shop/late-answer",
            "endpoints": [
                [
                    "get": "/products/search", "when": ["query": ["q": "la"]],
                    "replies": [
                        [
                            "recording": "shop/search", "edit": ["/total": 1], "remove": ["/items/1"],
                            "delay": "400ms",
                        ]
                    ],
                ]
            ],
            "expect": expectations,
        ]
    }

    @MainActor
    private static func shown(_ services: ShopServices, _ word: String, then next: String) async -> Shown {
        var shown = Shown()
        let (states, news) = AsyncStream.makeStream(of: Void.self)
        let search = ProductSearchViewModel(searchProducts: services.searchProducts) { state in
            shown.note(state)
            news.yield()
        }
        let first = Task { await search.search(word) }
        // The first state is that of the search that has begun.
        for await _ in states { break }
        await search.search(next)
        await first.value
        return shown
    }

    @MainActor
    private static func shownWhenLeft(_ services: ShopServices) async -> Shown {
        var shown = Shown()
        let (states, news) = AsyncStream.makeStream(of: Void.self)
        let search = ProductSearchViewModel(searchProducts: services.searchProducts) { state in
            shown.note(state)
            news.yield()
        }
        let visit = Task { await search.search("lamp") }
        for await _ in states { break }
        visit.cancel()
        await visit.value
        return shown
    }
}
