public import Foundation

/// Invites others.
public protocol InvitationRepositoryProtocol: Sendable {
    /// Sends an invitation.
    ///
    /// - Throws: ``InvitationError``; ``NetworkError`` if it is not known what became of it.
    func invite(_ request: InviteUserRequest) async throws -> Invitation
}

/// Invitations over HTTP: `/invitations`.
public struct InvitationRepository: InvitationRepositoryProtocol {
    private let client: any APIClientProtocol

    /// A repository that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `POST /invitations`, once: an answer that was lost may have been a yes.
    public func invite(_ request: InviteUserRequest) async throws -> Invitation {
        try await NetworkError.translated {
            $0.status == 409 ? InvitationError.alreadyInvited : nil
        } _: {
            try await client.model(\InvitationDTO.invitation, from: Endpoint(.post, "/invitations", json: request))
        }
    }
}

/// Why nobody is invited, in the words of the app.
public enum InvitationError: LocalizedError, Sendable, Hashable {
    /// They have been asked, or are here: 409.
    case alreadyInvited

    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? { "This address has been invited already." }
}

/// Invites somebody.
public struct InviteUserUseCase: Sendable {
    let invitations: any InvitationRepositoryProtocol

    /// The invitation.
    ///
    /// - Throws: ``ValidationError``, and then nothing was sent; or what the repository throws.
    public func execute(_ request: InviteUserRequest) async throws -> Invitation {
        try await invitations.invite(try request.validated())
    }
}
