/// A view model of a scrolling list of products.
@MainActor
public final class ProductListViewModel {
    /// The state of the list, with the products of all fetched pages.
    public var state: ListState<Product> { list.state }

    private let list: LoadedList<Product>
    private let pager: Pager<Product>

    /// Creates a view model.
    ///
    /// - Parameters:
    ///   - category: the category of products; nil for all.
    ///   - didChange: receives each new state.
    public init(
        getProducts: GetProductsUseCase,
        category: String? = nil,
        limit: Int = PageBounds.standardLimit,
        didChange: @escaping @MainActor (ListState<Product>) -> Void = { _ in },
    ) {
        list = LoadedList(didChange: didChange)
        pager = Pager(limit: limit) { try await getProducts.execute(category: category, page: $0, limit: $1) }
    }

    /// Fetches the next page. After a failure the products stay, and the next call fetches the same page.
    public func loadMore() async { await list.load(pager.loadMore) }

    /// Fetches the list from its first page.
    public func refresh() async { await list.load(pager.refresh) }
}

/// A view model of a search that updates while the user types.
@MainActor
public final class ProductSearchViewModel {
    /// The state of the list, with the results of the newest search.
    public var state: ListState<Product> { list.state }

    private let list: LoadedList<Product>
    private let searchProducts: SearchProductsUseCase

    /// Creates a view model.
    ///
    /// - Parameter didChange: receives each new state.
    public init(
        searchProducts: SearchProductsUseCase,
        didChange: @escaping @MainActor (ListState<Product>) -> Void = { _ in },
    ) {
        list = LoadedList(didChange: didChange)
        self.searchProducts = searchProducts
    }

    /// Searches products, and discards the results if a newer search begins in the meantime.
    ///
    /// A blank query clears the list without a request. The result of an earlier search is then discarded.
    public func search(_ query: String) async {
        await list.load(isLoading: !query.isBlank) { [searchProducts] in
            query.isBlank ? [] : try await searchProducts.execute(query: query).items
        }
    }
}
