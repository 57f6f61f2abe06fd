public import Foundation

/// Somebody who is to be asked to join.
public struct InviteUserRequest: Sendable, Hashable, Encodable {
    /// Where the invitation goes.
    public var email: String
    /// What they may do.
    public var role: String

    /// A request.
    public init(email: String, role: String) {
        self.email = email
        self.role = role
    }

    /// The same.
    ///
    /// - Throws: ``ValidationError`` if it must not be sent.
    func validated() throws -> InviteUserRequest {
        guard EmailAddress.isValid(email) else { throw ValidationError.invalidEmail }
        _ = try role.notBlank(or: ValidationError.emptyRole)
        return self
    }
}

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

/// An invitation as the backend writes it.
struct InvitationDTO: Decodable {
    var id: Identifier
    var email: String
    var role: String
    var expiresAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case email
        case role
        case expiresAt = "expires_at"
    }

    /// As the app knows it.
    var invitation: Invitation {
        Invitation(id: id.value, email: email, role: role, expiryDate: expiresAt.date)
    }
}
