/// Invites somebody.
public struct InviteUserUseCase: Sendable {
    private let invitations: any InvitationRepositoryProtocol

    /// A use case over a repository.
    public init(invitations: any InvitationRepositoryProtocol) { self.invitations = invitations }

    /// The invitation.
    ///
    /// - Throws: ``ValidationError``, and then nothing was sent; or what the repository throws.
    public func execute(_ request: InviteUserRequest) async throws -> Invitation {
        try await invitations.invite(try request.validated())
    }
}
