import Rehearsal
import RehearsalContracts

/// An error of a call of the notes client; a cancelled call throws `CancellationError` instead.
package enum NotesError: Error, Sendable {
    /// The network monitor reports no connection, so that no request was sent.
    case offline
    /// No complete reply arrived.
    case network(WireFailure)
    /// The server replied with an error status.
    case http(WireReply)
    /// The server rejected the login, or a request with a new token, with this reply.
    case unauthenticated(WireReply)
    /// The token refresh failed with this reply.
    case refreshFailed(WireReply)
    /// The user logged out during the call.
    case loggedOut
    /// The body of a successful reply cannot be decoded.
    case unreadable(DecodingFailure, WireReply)
}

extension NotesError {
    /// Whether the server was unreachable, so that a stored value may be returned.
    var isUnreachable: Bool {
        switch self {
        case .offline, .network(.unknownHost), .network(.cannotConnect), .network(.connectionLost): true
        default: false
        }
    }

    /// Whether the server refused the request, so that it refuses the same request later too.
    var isRefusal: Bool {
        guard case .http(let reply) = self else { return false }
        return 400..<500 ~= reply.status && ![408, 409, 425, 429].contains(reply.status)
    }

    /// The error as an outcome of a contract.
    var outcome: ClientOutcome {
        switch self {
        case .offline: .transport(.cannotConnect)
        case .network(let failure): failure.outcome
        case .http(let reply): .http(status: reply.status, headers: reply.headers, body: reply.body)
        case .unauthenticated(let reply): .auth(.unauthenticated, status: reply.status)
        case .refreshFailed(let reply): .auth(.refreshFailed, status: reply.status)
        case .loggedOut: .auth(.unauthenticated)
        case .unreadable(let reason, let reply): .decoding(reason.kind, path: reason.path, status: reply.status)
        }
    }
}
