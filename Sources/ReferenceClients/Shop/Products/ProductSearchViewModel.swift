/// What a search shows while somebody types.
@MainActor
public final class ProductSearchViewModel {
    /// All that changes on the screen, in one value.
    public struct State: Sendable, Hashable {
        /// What the newest search has found.
        public var products: [Product] = []
        /// Whether a search is under way.
        public var isLoading = false
        /// Why the newest search failed, in words for the user; nil if it did not.
        public var errorMessage: String?
    }

    /// What is shown.
    public private(set) var state = State() {
        didSet { if state != oldValue { didChange(state) } }
    }

    private let searchProducts: SearchProductsUseCase
    private let didChange: @MainActor (State) -> Void
    private let searches = NewestOnly()

    /// A view model.
    ///
    /// - Parameter didChange: called after each change of what is shown.
    public init(
        searchProducts: SearchProductsUseCase,
        didChange: @escaping @MainActor (State) -> Void = { _ in },
    ) {
        self.searchProducts = searchProducts
        self.didChange = didChange
    }

    /// Searches, and shows what is found unless something else is searched for meanwhile.
    ///
    /// An empty field is no search: it shows nothing, sends nothing, and is not overtaken by an answer either.
    public func search(_ query: String) async {
        state.isLoading = !query.isBlank
        state.errorMessage = nil
        let result = await searches.result { [searchProducts] in
            query.isBlank ? [] : try await searchProducts.execute(query: query).items
        }
        guard let result else { return }
        state.isLoading = false
        switch result {
        case .success(let products): state.products = products
        case .failure(let error): state.errorMessage = error.messageForUser
        }
    }
}
