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

/// What a scene shows, as the backend writes it.
struct SceneDataDTO: Decodable {
    var id: Identifier
    var title: String
    var text: String
    var updatedAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case title
        case text
        case updatedAt = "updated_at"
    }

    /// As the app knows it.
    var sceneData: SceneData { SceneData(id: id.value, title: title, text: text, updatedAt: updatedAt.date) }
}

/// What a user sends in.
public struct SubmissionInput: Sendable, Hashable, Encodable {
    /// What it is about.
    public var subject: String
    /// What is said about it.
    public var comment: String

    /// An input.
    public init(subject: String, comment: String) {
        self.subject = subject
        self.comment = comment
    }
}
