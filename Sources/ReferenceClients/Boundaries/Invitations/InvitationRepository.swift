/// Invitations over HTTP: `/invitations`.
public struct InvitationRepository: InvitationRepositoryProtocol {
    private let client: any APIClientProtocol

    /// A repository that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `POST /invitations`, once: an answer that was lost may have been a yes.
    public func invite(_ request: InviteUserRequest) async throws -> Invitation {
        do {
            let invitation: InvitationDTO = try await client.value(from: Endpoint(.post, "/invitations", json: request))
            return invitation.invitation
        } catch NetworkError.httpError(let failure) where failure.status == 409 {
            throw InvitationError.alreadyInvited
        }
    }
}
