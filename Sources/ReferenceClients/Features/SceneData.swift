public import Foundation

/// What a scene shows.
public struct SceneData: Sendable, Hashable, Identifiable {
    /// Which one it is.
    public let id: String
    /// Its headline.
    public let title: String
    /// Its text.
    public let text: String
    /// When it was last changed.
    public let updatedAt: Date

    /// What a scene shows.
    public init(id: String, title: String, text: String, updatedAt: Date) {
        self.id = id
        self.title = title
        self.text = text
        self.updatedAt = updatedAt
    }
}
