/// Somebody who signs up.
public struct NewShopUser: Sendable, Hashable, Encodable {
    /// What they are called.
    public var name: String
    /// Where messages go.
    public var email: String

    /// Somebody new.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }

    /// The same.
    ///
    /// - Throws: ``DomainError`` if the backend would only refuse it.
    func validated() throws -> NewShopUser {
        _ = try name.notBlank(or: DomainError.invalidName)
        guard EmailAddress.isValid(email) else { throw DomainError.invalidEmail }
        return self
    }
}
