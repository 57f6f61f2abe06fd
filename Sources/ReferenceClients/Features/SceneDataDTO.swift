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
