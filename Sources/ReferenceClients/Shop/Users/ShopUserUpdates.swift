public import Foundation

/// What is to change about a user; what is nil stays as it is, and is not sent.
public struct ShopUserUpdates: Sendable, Hashable, Encodable {
    /// Another name.
    public var name: String?
    /// Another address.
    public var email: String?
    /// Another picture.
    public var profileImage: URL?

    /// Changes.
    public init(name: String? = nil, email: String? = nil, profileImage: URL? = nil) {
        self.name = name
        self.email = email
        self.profileImage = profileImage
    }

    /// The same.
    ///
    /// - Throws: ``DomainError`` if they change nothing, or to something that cannot be.
    func validated() throws -> ShopUserUpdates {
        if self == ShopUserUpdates() { throw DomainError.nothingToUpdate }
        _ = try name?.notBlank(or: DomainError.invalidName)
        if let email, !EmailAddress.isValid(email) { throw DomainError.invalidEmail }
        return self
    }
}
