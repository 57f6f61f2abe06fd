/// Items over HTTP: `/items`.
public struct FeatureService: FeatureServiceProtocol {
    private let networking: any NetworkingProtocol

    /// A service that asks through this.
    public init(networking: any NetworkingProtocol) { self.networking = networking }

    /// `GET /items`.
    public func fetchItems() async throws -> [Item] {
        let items: [ItemDTO] = try await networking.fetch(.items)
        return items.map(\.item)
    }

    /// `DELETE /items/{id}`.
    public func deleteItem(id: Item.ID) async throws { try await networking.delete(.item(id)) }
}
