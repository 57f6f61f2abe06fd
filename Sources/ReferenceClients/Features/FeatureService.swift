/// A row of the list.
public struct Item: Sendable, Hashable, Identifiable {
    /// Which one it is, wherever it stands.
    public let id: String
    /// Its first line.
    public let title: String
    /// Its second line.
    public let subtitle: String

    /// An item.
    public init(id: String, title: String, subtitle: String) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
    }
}

/// An item as the backend writes it.
struct ItemDTO: Decodable {
    var id: Identifier
    var title: String
    var subtitle: String

    /// As the app knows it.
    var item: Item { Item(id: id.value, title: title, subtitle: subtitle) }
}

/// Reads and deletes items.
public protocol FeatureServiceProtocol: Sendable {
    /// All items, as the backend orders them.
    func fetchItems() async throws -> [Item]
    /// Deletes one.
    func deleteItem(id: Item.ID) async throws
}

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
