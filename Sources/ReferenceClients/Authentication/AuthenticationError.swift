public import Foundation

/// Why a request has no token: the user has to sign in.
public enum AuthenticationError: Error, Sendable {
    /// Nobody is signed in.
    case signedOut
    /// The server does not take the refresh token any more; with its answer.
    case refreshFailed(HTTPFailure)
}

extension AuthenticationError: LocalizedError {
    /// One sentence that can be shown to the user of an app.
    public var errorDescription: String? { "Please sign in again." }
}
