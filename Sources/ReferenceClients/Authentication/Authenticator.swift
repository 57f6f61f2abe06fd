public import Foundation

/// Signs in, and keeps the token fresh: one refresh at a time, whoever and how many ask.
public actor Authenticator: TokenProvider {
    private let client: any APIClientProtocol
    private var tokens: Tokens?
    private let refreshing = SingleFlight<String?>()

    /// An authenticator.
    ///
    /// - Parameters:
    ///   - client: asks the server for tokens, itself without one.
    ///   - tokens: those of an earlier run of the app.
    public init(client: any APIClientProtocol, tokens: Tokens? = nil) {
        self.client = client
        self.tokens = tokens
    }

    /// Signs in: `POST /auth/login`.
    ///
    /// - Throws: ``NetworkError``; what was known before stays.
    public func logIn(_ credentials: Credentials) async throws {
        let answer: TokensDTO = try await client.value(from: Endpoint(.post, "/auth/login", json: credentials))
        tokens = Tokens(access: answer.accessToken, refresh: answer.refreshToken)
    }

    /// Forgets the tokens.
    public func logOut() { tokens = nil }

    /// The token that is good as far as is known.
    ///
    /// - Throws: ``AuthenticationError/signedOut``.
    public func token() throws -> String? {
        guard let tokens else { throw AuthenticationError.signedOut }
        return tokens.access
    }

    /// The token after a refused one: a newer one that is known already, or else that of the one refresh under way.
    ///
    /// - Throws: ``AuthenticationError``; ``NetworkError`` if the server cannot say at the moment, and then the tokens
    ///   stay for another time.
    public func token(replacing refused: String) async throws -> String? {
        try await refreshing.value { try await self.refresh(replacing: refused) }
    }

    /// Exchanges the refresh token: `POST /auth/refresh`.
    ///
    /// The token is good for one use, so a lost answer is not asked for again.
    private func refresh(replacing refused: String) async throws -> String? {
        guard let old = tokens else { throw AuthenticationError.signedOut }
        // The refusal of an old token may come late: then there is a newer one, and nothing to refresh.
        guard old.access == refused else { return old.access }
        guard let spent = old.refresh else { return nil }
        do {
            let endpoint = try Endpoint(.post, "/auth/refresh", json: RefreshDTO(refreshToken: spent))
            let answer: TokensDTO = try await client.value(from: endpoint)
            // Whoever has signed out or in meanwhile is not overruled by a late answer.
            if tokens == old {
                tokens = Tokens(access: answer.accessToken, refresh: answer.refreshToken ?? spent)
            }
        } catch NetworkError.httpError(let failure) where [400, 401, 403].contains(failure.status) {
            if tokens == old { tokens = nil }
            throw AuthenticationError.refreshFailed(failure)
        }
        guard let tokens else { throw AuthenticationError.signedOut }
        return tokens.access
    }
}

/// Why a request has no token: the user has to sign in.
public enum AuthenticationError: LocalizedError, Sendable {
    /// Nobody is signed in.
    case signedOut
    /// The server does not take the refresh token any more; with its answer.
    case refreshFailed(HTTPFailure)

    /// One sentence that can be shown to the user of an app.
    public var errorDescription: String? { "Please sign in again." }
}
