/// Reads and deletes items.
public protocol FeatureServiceProtocol: Sendable {
    /// All items, as the backend orders them.
    func fetchItems() async throws -> [Item]
    /// Deletes one.
    func deleteItem(id: Item.ID) async throws
}
