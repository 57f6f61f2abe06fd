public import Foundation

/// A token provider that signs in and refreshes tokens, one refresh at a time.
public actor Authenticator: TokenProvider {
    private let client: any APIClientProtocol
    private var tokens: Tokens?
    private let refreshing = SingleFlight<String?>()

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - client: a client that sends no token.
    ///   - tokens: the tokens of an earlier run of the app.
    public init(client: any APIClientProtocol, tokens: Tokens? = nil) {
        self.client = client
        self.tokens = tokens
    }

    /// Signs in: `POST /auth/login`.
    ///
    /// - Throws: ``NetworkError``; the current tokens are then kept.
    public func logIn(_ credentials: Credentials) async throws {
        let response: TokensDTO = try await client.value(from: Endpoint(.post, "/auth/login", json: credentials))
        tokens = Tokens(access: response.accessToken, refresh: response.refreshToken)
    }

    /// Discards the tokens.
    public func logOut() { tokens = nil }

    /// Returns the current access token.
    ///
    /// - Throws: ``AuthenticationError/signedOut``.
    public func token() throws -> String? {
        guard let tokens else { throw AuthenticationError.signedOut }
        return tokens.access
    }

    /// Returns a newer token than a rejected one, after a refresh if necessary; concurrent callers share the refresh.
    ///
    /// - Throws: ``AuthenticationError``; ``NetworkError`` if the server neither accepted nor rejected the refresh
    ///   token. The tokens are then kept.
    public func token(replacing rejected: String) async throws -> String? {
        try await refreshing.value { try await self.refresh(replacing: rejected) }
    }

    /// Exchanges the refresh token: `POST /auth/refresh`.
    ///
    /// The request is not retried, because a refresh token can be used only once.
    private func refresh(replacing rejected: String) async throws -> String? {
        guard let old = tokens else { throw AuthenticationError.signedOut }
        // A late rejection of an old token needs no refresh if a newer token exists.
        guard old.access == rejected else { return old.access }
        guard let refreshToken = old.refresh else { return nil }
        do {
            let endpoint = try Endpoint(.post, "/auth/refresh", json: RefreshDTO(refreshToken: refreshToken))
            let response: TokensDTO = try await client.value(from: endpoint)
            // A late response must not override a sign-in or sign-out in the meantime.
            if tokens == old {
                tokens = Tokens(access: response.accessToken, refresh: response.refreshToken ?? refreshToken)
            }
        } catch NetworkError.httpError(let failure) where failure.isFinal {
            // Other statuses say nothing about the refresh token (RFC 6749 §5.2).
            if [400, 401, 403].contains(failure.status), tokens == old { tokens = nil }
            // The caller would take another error for the response to its own request.
            throw AuthenticationError.refreshFailed(failure)
        }
        guard let tokens else { throw AuthenticationError.signedOut }
        return tokens.access
    }
}

extension HTTPFailure {
    /// Whether a repeated request fails too.
    fileprivate var isFinal: Bool { (400..<500).contains(status) && ![408, 425, 429].contains(status) }
}

/// An error that requires the user to sign in.
public enum AuthenticationError: LocalizedError, Sendable {
    /// No user is signed in.
    case signedOut
    /// The server rejected the refresh token with this response.
    case refreshFailed(HTTPFailure)

    /// The message for the user of an app.
    public var errorDescription: String? { "Please sign in again." }
}
