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
