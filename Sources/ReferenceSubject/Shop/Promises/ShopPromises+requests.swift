import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// What requests carry beside their path.
    static let requests = [asTyped, changesOnly]

    private static let asTyped = Promise(
        "SHOP-38",
        "What is searched for arrives as it was typed, and one page of one kind is asked for as such.",
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
        "A change sends what changes and nothing else, and is kept once the backend has said so.",
        of: "updateUser",
        playing: scenario(
            "happy-path",
            expect: [["patch": "/users/7", "where": ["body": ["json": ["name": "Robin A. Doe"]]], "count": 1]]
        ),
        .value(["Robin A. Doe", "Ada Okafor"]),
        .init(store: ShopAnswers.kept)
    ) { services in
        _ = try await services.updateUser.execute(id: "7", updates: ShopUserUpdates(name: "Robin A. Doe"))
        return try await services.kept.users.values().map(\.name)
    }
}
