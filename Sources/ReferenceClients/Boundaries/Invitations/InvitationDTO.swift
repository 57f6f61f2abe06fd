/// An invitation as the backend writes it.
struct InvitationDTO: Decodable {
    var identifier: Identifier
    var email: String
    var role: String
    var expiresAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case email
        case role
        case expiresAt = "expires_at"
    }

    /// As the app knows it.
    var invitation: Invitation {
        Invitation(id: identifier.value, email: email, role: role, expiryDate: expiresAt.date)
    }
}
