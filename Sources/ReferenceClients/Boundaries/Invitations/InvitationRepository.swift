public import Foundation

/// A repository of invitations.
public protocol InvitationRepositoryProtocol: Sendable {
    /// Sends an invitation.
    ///
    /// - Throws: ``InvitationError``; ``NetworkError`` for other failures.
    func invite(_ request: InviteUserRequest) async throws -> Invitation
}

/// A repository of invitations over HTTP: `/invitations`.
public struct InvitationRepository: InvitationRepositoryProtocol {
    private let client: any APIClientProtocol

    /// Creates a repository.
    public init(client: any APIClientProtocol) { self.client = client }

    /// Sends `POST /invitations` without retries, because a request whose response is lost may have succeeded.
    public func invite(_ request: InviteUserRequest) async throws -> Invitation {
        try await NetworkError.translated {
            $0.status == 409 ? InvitationError.alreadyInvited : nil
        } _: {
            try await client.model(\InvitationDTO.invitation, from: Endpoint(.post, "/invitations", json: request))
        }
    }
}

/// A domain error of a rejected invitation.
public enum InvitationError: LocalizedError, Sendable, Hashable {
    /// The recipient has an invitation or an account: 409.
    case alreadyInvited

    /// The message for the user of the app.
    public var errorDescription: String? { "This address has been invited already." }
}

/// A use case that invites a user.
public struct InviteUserUseCase: Sendable {
    let invitations: any InvitationRepositoryProtocol

    /// Sends an invitation and returns it.
    ///
    /// - Throws: ``ValidationError`` before sending; the errors of the repository.
    public func execute(_ request: InviteUserRequest) async throws -> Invitation {
        try await invitations.invite(try request.validated())
    }
}
