/// The credentials of an account.
public struct Credentials: Sendable, Hashable, Encodable {
    /// The e-mail address of the account.
    public var email: String
    /// The password of the account.
    public var password: String

    /// Creates credentials.
    public init(email: String, password: String) {
        self.email = email
        self.password = password
    }
}

/// The tokens of a session (RFC 6749 §5.1).
public struct Tokens: Sendable, Hashable {
    /// The access token, which is sent with every request.
    public var access: String
    /// The refresh token, which can be used once; nil if the user must sign in again to renew the tokens.
    public var refresh: String?

    /// Creates tokens.
    public init(access: String, refresh: String? = nil) {
        self.access = access
        self.refresh = refresh
    }
}

/// The response to `POST /auth/login` and `POST /auth/refresh` (RFC 6749 §5.1).
///
/// `expires_in` is ignored, because the client refreshes the token only after a 401.
struct TokensDTO: Decodable {
    var accessToken: String
    /// The new refresh token; nil if the old one stays valid (RFC 6749 §6).
    var refreshToken: String?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
    }
}

/// The body of `POST /auth/refresh`.
struct RefreshDTO: Encodable {
    var refreshToken: String

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}
