/// A user as the backend writes it.
struct BoundariesUserDTO: Decodable, Identifiable {
    var identifier: Identifier
    var username: String
    var createdAt: Timestamp

    var id: String { identifier.value }

    private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case username = "user_name"
        case createdAt = "created_at"
    }

    /// As the app knows it.
    var user: BoundariesUser { BoundariesUser(id: id, username: username, createdDate: createdAt.date) }
}
