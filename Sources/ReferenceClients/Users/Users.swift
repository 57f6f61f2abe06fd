public import Foundation

/// The app that shows users.
///
/// Its types are nested here, because other apps have users too. A request is described by the ``Endpoint`` and the
/// ``HTTPMethod`` of all apps, which have the shape that its team writes down.
public enum Users {
    /// Somebody who uses the app.
    public struct User: Sendable, Hashable, Identifiable {
        /// Who it is.
        public let id: UUID
        /// What others call them by: `batman`.
        public let userName: String
        /// What they are called.
        public let name: String
        /// Where they get mail.
        public let email: String
        /// What they look like; nil if they do not say.
        public let profileImage: URL?
        /// When they came.
        public let createdAt: Date
        /// When something of this was last changed.
        public let updatedAt: Date

        /// A user.
        public init(
            id: UUID,
            userName: String,
            name: String,
            email: String,
            profileImage: URL?,
            createdAt: Date,
            updatedAt: Date,
        ) {
            self.id = id
            self.userName = userName
            self.name = name
            self.email = email
            self.profileImage = profileImage
            self.createdAt = createdAt
            self.updatedAt = updatedAt
        }
    }

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
