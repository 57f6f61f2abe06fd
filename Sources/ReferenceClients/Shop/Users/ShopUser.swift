public import Foundation

/// Somebody who buys; the prefix keeps the shop's users apart from those of other apps.
public struct ShopUser: Sendable, Hashable, Identifiable {
    /// Who it is.
    public let id: String
    /// What they are called.
    public let name: String
    /// Where messages go.
    public let email: String
    /// What they look like; nil if there is no picture.
    public let profileImage: URL?
    /// Since when they are here.
    public let createdAt: Date
    /// When something last changed.
    public let updatedAt: Date

    /// A user.
    public init(id: String, name: String, email: String, profileImage: URL?, createdAt: Date, updatedAt: Date) {
        self.id = id
        self.name = name
        self.email = email
        self.profileImage = profileImage
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
