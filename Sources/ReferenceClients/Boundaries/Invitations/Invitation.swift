public import Foundation

/// Somebody who has been asked to join.
public struct Invitation: Sendable, Hashable, Identifiable {
    /// Which invitation it is.
    public let id: String
    /// Where it went.
    public let email: String
    /// What they may do.
    public let role: String
    /// How long it is good.
    public let expiryDate: Date

    /// An invitation.
    public init(id: String, email: String, role: String, expiryDate: Date) {
        self.id = id
        self.email = email
        self.role = role
        self.expiryDate = expiryDate
    }
}
