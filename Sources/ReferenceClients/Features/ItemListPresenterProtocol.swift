/// Makes what can be shown of the list of items.
@MainActor
public protocol ItemListPresenterProtocol {
    /// Called after each change.
    func present(_ list: ItemList)
}
