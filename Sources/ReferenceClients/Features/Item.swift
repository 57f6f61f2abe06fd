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
