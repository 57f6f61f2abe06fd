/// An item with a title and a subtitle.
public struct Item: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: String
    /// The title, shown on the first line of a row.
    public let title: String
    /// The subtitle, shown on the second line of a row.
    public let subtitle: String

    /// Creates an item.
    public init(id: String, title: String, subtitle: String) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
    }
}

/// An item in the JSON of the backend.
struct ItemDTO: Decodable {
    var id: Identifier
    var title: String
    var subtitle: String

    var item: Item { Item(id: id.value, title: title, subtitle: subtitle) }
}

/// A service that reads and deletes items.
public protocol FeatureServiceProtocol: Sendable {
    /// Returns all items, in the order of the backend.
    func fetchItems() async throws -> [Item]
    /// Deletes the item with this identifier.
    func deleteItem(id: Item.ID) async throws
}

/// An item service that uses the HTTP resource `/items`.
public struct FeatureService: FeatureServiceProtocol {
    private let networking: any NetworkingProtocol

    /// Creates a service.
    public init(networking: any NetworkingProtocol) { self.networking = networking }

    /// Sends `GET /items`.
    public func fetchItems() async throws -> [Item] {
        let items: [ItemDTO] = try await networking.fetch(.items)
        return items.map(\.item)
    }

    /// Sends `DELETE /items/{id}`.
    public func deleteItem(id: Item.ID) async throws { try await networking.delete(.item(id)) }
}
