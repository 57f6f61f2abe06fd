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
