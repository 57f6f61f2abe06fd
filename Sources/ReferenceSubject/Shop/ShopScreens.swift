import ReferenceClients
import RehearsalContracts

/// The screens of the shop app.
enum ShopScreens {
    typealias Screen = Contract<ShopServices>.Screen

    static let all = [products, search]

    private static let products = Screen.screen(
        "products",
        of: "getProducts",
        make: { ProductListViewModel(getProducts: $0.getProducts, limit: 4) },
        load: { await $0.refresh() },
        state: { ScreenState($0.state) },
        rows: ScreenRows({ $0.state.items.map(\.id) }, loadMore: { await $0.loadMore() })
    )

    private static let search = Screen.screen(
        "search",
        of: "searchProducts",
        make: { ProductSearchViewModel(searchProducts: $0.searchProducts) },
        load: { await $0.search("lamp") },
        state: { ScreenState($0.state) },
        rows: ScreenRows { $0.state.items.map(\.id) }
    )
}
