public import Foundation

/// A request that invites a user.
public struct InviteUserRequest: Sendable, Hashable, Encodable {
    /// The e-mail address of the recipient.
    public var email: String
    /// The role that the invited user receives.
    public var role: String

    /// Creates a request.
    public init(email: String, role: String) {
        self.email = email
        self.role = role
    }

    /// Validates the request and returns it.
    ///
    /// - Throws: ``ValidationError`` if the request is not valid.
    func validated() throws -> InviteUserRequest {
        guard EmailAddress.isValid(email) else { throw ValidationError.invalidEmail }
        _ = try role.notBlank(or: ValidationError.emptyRole)
        return self
    }
}

/// An invitation that has been sent.
public struct Invitation: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: String
    /// The e-mail address of the recipient.
    public let email: String
    /// The role of the invited user.
    public let role: String
    /// The time at which the invitation expires.
    public let expiryDate: Date

    /// Creates an invitation.
    public init(id: String, email: String, role: String, expiryDate: Date) {
        self.id = id
        self.email = email
        self.role = role
        self.expiryDate = expiryDate
    }
}

/// An invitation in the JSON of the backend.
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

    var invitation: Invitation {
        Invitation(id: id.value, email: email, role: role, expiryDate: expiresAt.date)
    }
}
