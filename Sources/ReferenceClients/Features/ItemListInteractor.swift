/// What the list of items shows.
public typealias ItemList = ListState<Item>

/// Makes what can be shown of the list of items.
@MainActor
public protocol ItemListPresenterProtocol {
    /// Called after each change.
    func present(_ list: ItemList)
}

/// Decides what the list of items shows.
@MainActor
public final class ItemListInteractor {
    /// What is shown.
    public var list: ItemList { shown.state }

    private let shown: LoadedList<Item>
    private let service: any FeatureServiceProtocol

    /// An interactor.
    ///
    /// - Parameters:
    ///   - service: reads and deletes items.
    ///   - presenter: is told of each change.
    public init(service: any FeatureServiceProtocol, presenter: any ItemListPresenterProtocol) {
        shown = LoadedList { presenter.present($0) }
        self.service = service
    }

    /// Fetches the list. A failure keeps what was shown and says why; a fetch that was cancelled says nothing.
    public func load() async { await shown.load(service.fetchItems) }

    /// Deletes the items with these identities, wherever they stand by then; those that could not be deleted stay.
    public func delete(_ ids: Set<Item.ID>) async {
        shown.dismissError()
        // In the order of the list, so that the same choice is the same requests.
        await shown.remove(list.items.map(\.id).filter(ids.contains), service.deleteItem(id:))
    }
}
