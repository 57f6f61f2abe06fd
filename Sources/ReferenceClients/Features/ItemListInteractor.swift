/// Decides what the list of items shows.
@MainActor
public final class ItemListInteractor {
    /// What is shown.
    public private(set) var list = ItemList() {
        didSet { if list != oldValue { presenter.present(list) } }
    }

    private let service: any FeatureServiceProtocol
    private let presenter: any ItemListPresenterProtocol
    private let fetches = NewestOnly()
    private var deleted = RemovedMeanwhile<Item>()

    /// An interactor.
    ///
    /// - Parameters:
    ///   - service: reads and deletes items.
    ///   - presenter: is told of each change.
    public init(service: any FeatureServiceProtocol, presenter: any ItemListPresenterProtocol) {
        self.service = service
        self.presenter = presenter
    }

    /// Fetches the list. A failure keeps what was shown and says why; a fetch that was cancelled says nothing.
    public func load() async {
        deleted.begin()
        list.isLoading = true
        list.errorMessage = nil
        guard let result = await fetches.result(of: service.fetchItems) else { return }
        list.isLoading = false
        switch result {
        case .success(let items): list.items = deleted.filtered(items)
        case .failure(let error): list.errorMessage = error.messageForUser
        }
    }

    /// Deletes the items with these identities, wherever they stand by then; those that could not be deleted stay.
    public func delete(_ ids: Set<Item.ID>) async {
        list.errorMessage = nil
        // In the order of the list, so that the same choice is the same requests.
        for id in list.items.map(\.id) where ids.contains(id) {
            do {
                try await service.deleteItem(id: id)
                deleted.insert(id)
                list.items.removeAll { $0.id == id }
            } catch is CancellationError {
                return
            } catch {
                list.errorMessage = error.messageForUser
            }
        }
    }
}

/// What the list of items shows.
public struct ItemList: Sendable, Hashable {
    /// Those of the last fetch that succeeded, without those that were deleted since.
    public var items: [Item]
    /// Whether a fetch is under way.
    public var isLoading: Bool
    /// Why something did not work, in words for the user; nil if everything did.
    public var errorMessage: String?

    /// A list.
    public init(items: [Item] = [], isLoading: Bool = false, errorMessage: String? = nil) {
        self.items = items
        self.isLoading = isLoading
        self.errorMessage = errorMessage
    }
}

/// Makes what can be shown of the list of items.
@MainActor
public protocol ItemListPresenterProtocol {
    /// Called after each change.
    func present(_ list: ItemList)
}
