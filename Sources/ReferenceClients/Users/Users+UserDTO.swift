import Foundation

extension Users {
    /// A user as the backend writes it.
    struct UserDTO: Decodable, Sendable {
        var id: UUID
        var userName: String
        var name: String
        var email: String
        var profileImage: URL?
        var createdAt: Timestamp
        var updatedAt: Timestamp

        private enum CodingKeys: String, CodingKey {
            case id
            case userName = "user_name"
            case name
            case email
            case profileImage
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }

        /// As the app knows it.
        var user: User {
            User(
                id: id,
                userName: userName,
                name: name,
                email: email,
                profileImage: profileImage,
                createdAt: createdAt.date,
                updatedAt: updatedAt.date
            )
        }
    }
}
