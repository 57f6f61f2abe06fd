public import Foundation

/// A user as it is kept on the device: what is stored changes by migration, not with the app's own types.
public struct UserEntity: Sendable, Hashable, Identifiable, Codable {
    /// Who it is.
    public let id: String
    /// What they call themselves.
    public let username: String
    /// Since when they are here, in seconds since 2001, which loses nothing of a `Date`.
    public let createdAt: TimeInterval

    /// What is kept of a user.
    public init(_ user: BoundariesUser) {
        id = user.id
        username = user.username
        createdAt = user.createdDate.timeIntervalSinceReferenceDate
    }

    /// As the app knows it.
    public var user: BoundariesUser {
        BoundariesUser(id: id, username: username, createdDate: Date(timeIntervalSinceReferenceDate: createdAt))
    }
}
