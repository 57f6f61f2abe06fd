public import Foundation

/// The app that shows users.
///
/// Its types are nested, because other apps in this module have users too. All apps share ``Endpoint`` and
/// ``HTTPMethod``.
public enum Users {
    /// A user of the app.
    public struct User: Sendable, Hashable, Identifiable {
        /// The unique identifier.
        public let id: UUID
        /// The user name, such as `batman`.
        public let userName: String
        /// The full name.
        public let name: String
        /// The e-mail address.
        public let email: String
        /// The URL of the profile image, if any.
        public let profileImage: URL?
        /// The time of registration.
        public let createdAt: Date
        /// The time of the last change.
        public let updatedAt: Date

        /// Creates a user.
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

    /// A user in the JSON of the backend.
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
