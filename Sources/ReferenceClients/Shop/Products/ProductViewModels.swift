/// Shows a list of products, page by page as it is scrolled.
@MainActor
public final class ProductListViewModel {
    /// What is shown: the products of the pages that have been read.
    public var state: ListState<Product> { list.state }

    private let list: LoadedList<Product>
    private let pager: Pager<Product>

    /// A view model.
    ///
    /// - Parameters:
    ///   - category: the kind of products that is shown; nil shows all.
    ///   - didChange: called after each change of what is shown.
    public init(
        getProducts: GetProductsUseCase,
        category: String? = nil,
        limit: Int = PageBounds.standardLimit,
        didChange: @escaping @MainActor (ListState<Product>) -> Void = { _ in },
    ) {
        list = LoadedList(didChange: didChange)
        pager = Pager(limit: limit) { try await getProducts.execute(category: category, page: $0, limit: $1) }
    }

    /// Shows the next page as well. One that cannot be read leaves the others, and is read the next time.
    public func loadMore() async { await list.load(pager.loadMore) }

    /// Shows the list from its beginning.
    public func refresh() async { await list.load(pager.refresh) }
}

/// Shows what a search finds while somebody types.
@MainActor
public final class ProductSearchViewModel {
    /// What is shown: what the newest search has found.
    public var state: ListState<Product> { list.state }

    private let list: LoadedList<Product>
    private let searchProducts: SearchProductsUseCase

    /// A view model.
    ///
    /// - Parameter didChange: called after each change of what is shown.
    public init(
        searchProducts: SearchProductsUseCase,
        didChange: @escaping @MainActor (ListState<Product>) -> Void = { _ in },
    ) {
        list = LoadedList(didChange: didChange)
        self.searchProducts = searchProducts
    }

    /// Searches, and shows what is found unless something else is searched for meanwhile.
    ///
    /// An empty field is no search: it shows nothing, sends nothing, and is not overtaken by an answer either.
    public func search(_ query: String) async {
        await list.load(isLoading: !query.isBlank) { [searchProducts] in
            query.isBlank ? [] : try await searchProducts.execute(query: query).items
        }
    }
}
