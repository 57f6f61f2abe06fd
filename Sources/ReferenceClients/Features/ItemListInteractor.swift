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
    public var list: ItemList { loadedList.state }

    private let loadedList: LoadedList<Item>
    private let service: any FeatureServiceProtocol

    /// Creates an interactor.
    ///
    /// - Parameters:
    ///   - service: the service of items.
    ///   - presenter: receives each new state.
    public init(service: any FeatureServiceProtocol, presenter: any ItemListPresenterProtocol) {
        loadedList = LoadedList { presenter.present($0) }
        self.service = service
    }

    /// Fetches the list. A failure keeps the elements and sets the message.
    public func load() async { await loadedList.load(service.fetchItems) }

    /// Deletes items. An item that cannot be deleted stays in the list.
    public func delete(_ ids: Set<Item.ID>) async {
        loadedList.dismissError()
        // The order of the list makes the sequence of requests deterministic.
        await loadedList.remove(list.items.map(\.id).filter(ids.contains), service.deleteItem(id:))
    }
}
