/// The state of the list of items.
public typealias ItemList = ListState<Item>

/// A presenter of the list of items.
@MainActor
public protocol ItemListPresenterProtocol {
    /// Presents a new state.
    func present(_ list: ItemList)
}

/// An interactor of the list of items.
@MainActor
public final class ItemListInteractor {
    /// The state of the list.
    public var list: ItemList { shown.state }

    private let shown: LoadedList<Item>
    private let service: any FeatureServiceProtocol

    /// Creates an interactor.
    ///
    /// - Parameters:
    ///   - service: the service of items.
    ///   - presenter: receives each new state.
    public init(service: any FeatureServiceProtocol, presenter: any ItemListPresenterProtocol) {
        shown = LoadedList { presenter.present($0) }
        self.service = service
    }

    /// Fetches the list. A failure keeps the elements and sets the message.
    public func load() async { await shown.load(service.fetchItems) }

    /// Deletes items; those that cannot be deleted stay in the list.
    public func delete(_ ids: Set<Item.ID>) async {
        shown.dismissError()
        // The order of the list makes the sequence of requests deterministic.
        await shown.remove(list.items.map(\.id).filter(ids.contains), service.deleteItem(id:))
    }
}
