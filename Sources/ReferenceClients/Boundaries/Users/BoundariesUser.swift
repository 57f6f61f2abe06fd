public import Foundation

/// Somebody with an account; the prefix keeps this app's users apart from those of other apps.
public struct BoundariesUser: Sendable, Hashable, Identifiable {
    /// Who it is.
    public let id: String
    /// What they call themselves.
    public let username: String
    /// Since when they are here.
    public let createdDate: Date

    /// A user.
    public init(id: String, username: String, createdDate: Date) {
        self.id = id
        self.username = username
        self.createdDate = createdDate
    }
}
