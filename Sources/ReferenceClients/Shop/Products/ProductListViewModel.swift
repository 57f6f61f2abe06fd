/// What the list of products shows, page by page as it is scrolled.
@MainActor
public final class ProductListViewModel {
    /// All that changes on the screen, in one value.
    public struct State: Sendable, Hashable {
        /// Those of the pages that have been read.
        public var products: [Product] = []
        /// Whether a page is being read.
        public var isLoading = false
        /// Why the last page could not be read, in words for the user; nil if it could.
        public var errorMessage: String?
    }

    /// What is shown.
    public private(set) var state = State() {
        didSet { if state != oldValue { didChange(state) } }
    }

    private let pager: Pager<Product>
    private let didChange: @MainActor (State) -> Void
    private let readings = NewestOnly()

    /// A view model.
    ///
    /// - Parameters:
    ///   - category: the kind of products that is shown; nil shows all.
    ///   - didChange: called after each change of what is shown.
    public init(
        getProducts: GetProductsUseCase,
        category: String? = nil,
        limit: Int = PageBounds.standardLimit,
        didChange: @escaping @MainActor (State) -> Void = { _ in },
    ) {
        pager = Pager(limit: limit) { try await getProducts.execute(category: category, page: $0, limit: $1) }
        self.didChange = didChange
    }

    /// Shows the next page as well. One that cannot be read leaves the others, and is read the next time.
    public func loadMore() async { await show(pager.loadMore) }

    /// Shows the list from its beginning.
    public func refresh() async { await show(pager.refresh) }

    private func show(_ read: () async throws -> [Product]) async {
        state.isLoading = true
        state.errorMessage = nil
        guard let result = await readings.result(of: read) else { return }
        state.isLoading = false
        switch result {
        case .success(let products): state.products = products
        case .failure(let error): state.errorMessage = error.messageForUser
        }
    }
}
