/// Who signs in.
public struct Credentials: Sendable, Hashable, Encodable {
    /// The address of the account.
    public var email: String
    /// Its password.
    public var password: String

    /// Credentials.
    public init(email: String, password: String) {
        self.email = email
        self.password = password
    }
}

/// What signing in brings: what to show, and what to exchange for more of it (RFC 6749 §5.1).
public struct Tokens: Sendable, Hashable {
    /// Sent with every request.
    public var access: String
    /// Sent once, for the next tokens; nil if there is no way to them but signing in again.
    public var refresh: String?

    /// A pair of tokens.
    public init(access: String, refresh: String? = nil) {
        self.access = access
        self.refresh = refresh
    }
}

/// What `POST /auth/login` and `POST /auth/refresh` answer (RFC 6749 §5.1).
///
/// How long the token lasts (`expires_in`) is not read: the server's 401 is the only clock that counts.
struct TokensDTO: Decodable {
    var accessToken: String
    /// Left out by a server that does not rotate: the old one stays good (RFC 6749 §6).
    var refreshToken: String?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
    }
}

/// What `POST /auth/refresh` takes.
struct RefreshDTO: Encodable {
    var refreshToken: String

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}
