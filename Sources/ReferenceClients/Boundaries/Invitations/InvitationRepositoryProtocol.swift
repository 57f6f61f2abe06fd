/// Invites others.
public protocol InvitationRepositoryProtocol: Sendable {
    /// Sends an invitation.
    ///
    /// - Throws: ``InvitationError``; ``NetworkError`` if it is not known what became of it.
    func invite(_ request: InviteUserRequest) async throws -> Invitation
}
