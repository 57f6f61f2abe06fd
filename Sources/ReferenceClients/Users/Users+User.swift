public import Foundation

extension Users {
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
}
