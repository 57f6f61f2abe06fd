public import Foundation

/// The data of a scene.
public struct SceneData: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: String
    /// The headline.
    public let title: String
    /// The text.
    public let text: String
    /// The time of the last change.
    public let updatedAt: Date

    /// Creates the data of a scene.
    public init(id: String, title: String, text: String, updatedAt: Date) {
        self.id = id
        self.title = title
        self.text = text
        self.updatedAt = updatedAt
    }
}

/// The data of a scene in the JSON of the backend.
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

    var sceneData: SceneData { SceneData(id: id.value, title: title, text: text, updatedAt: updatedAt.date) }
}

/// An input that a user submits.
public struct SubmissionInput: Sendable, Hashable, Encodable {
    /// The subject.
    public var subject: String
    /// The comment.
    public var comment: String

    /// Creates an input.
    public init(subject: String, comment: String) {
        self.subject = subject
        self.comment = comment
    }
}
