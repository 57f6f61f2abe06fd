/// What `POST /auth/refresh` takes.
struct RefreshDTO: Encodable {
    var refreshToken: String

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}
