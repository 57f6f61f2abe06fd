import ReferenceClients
import RehearsalContracts

/// The screens of the boundaries app.
enum BoundariesScreens {
    typealias Screen = Contract<BoundariesServices>.Screen

    static let all = [products, card]

    private static let products = Screen.screen(
        "products",
        of: "getProducts",
        make: { BoundariesProductListViewModel(products: $0.app.products) },
        load: { await $0.load() },
        state: { ScreenState($0.state) },
        rows: ScreenRows { $0.state.items.map(\.id) }
    )

    private static let card = Screen.screen(
        "card",
        of: "getUser",
        make: { UserCardViewModel(users: $0.app.users, id: "123") },
        load: { await $0.load() },
        state: { ScreenState(value: $0.card, isLoading: $0.isLoading, error: $0.errorMessage) }
    )
}
