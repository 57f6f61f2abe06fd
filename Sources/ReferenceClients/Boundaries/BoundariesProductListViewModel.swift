/// A view model of the list of products.
@MainActor
public final class BoundariesProductListViewModel {
    /// The state of the list.
    public var state: ListState<Product> { list.state }

    private let list: LoadedList<Product>
    private let products: any BoundariesProductRepositoryProtocol

    /// Creates a view model.
    ///
    /// - Parameters:
    ///   - products: the repository of products.
    ///   - didChange: receives each new state.
    public init(
        products: any BoundariesProductRepositoryProtocol,
        didChange: @escaping @MainActor (ListState<Product>) -> Void = { _ in },
    ) {
        list = LoadedList(didChange: didChange)
        self.products = products
    }

    /// Fetches the list. A failure keeps the elements and sets the message.
    public func load() async { await list.load(products.getProducts) }
}
