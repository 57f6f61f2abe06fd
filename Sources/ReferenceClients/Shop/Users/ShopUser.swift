public import Foundation

/// Somebody who buys; the prefix keeps the shop's users apart from those of other apps.
public struct ShopUser: Sendable, Hashable, Identifiable {
    /// Who it is.
    public let id: String
    /// What they are called.
    public let name: String
    /// Where messages go.
    public let email: String
    /// What they look like; nil if there is no picture.
    public let profileImage: URL?
    /// Since when they are here.
    public let createdAt: Date
    /// When something last changed.
    public let updatedAt: Date

    /// A user.
    public init(id: String, name: String, email: String, profileImage: URL?, createdAt: Date, updatedAt: Date) {
        self.id = id
        self.name = name
        self.email = email
        self.profileImage = profileImage
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A user as the shop's backend writes it.
struct ShopUserDTO: Codable {
    var id: Identifier
    var name: String
    var email: String
    var profileImage: URL?
    var createdAt: Timestamp
    var updatedAt: Timestamp

    init(_ user: ShopUser) {
        (id, name, email, profileImage) = (Identifier(user.id), user.name, user.email, user.profileImage)
        (createdAt, updatedAt) = (Timestamp(user.createdAt), Timestamp(user.updatedAt))
    }

    /// As the app knows it.
    var user: ShopUser {
        ShopUser(
            id: id.value,
            name: name,
            email: email,
            profileImage: profileImage,
            createdAt: createdAt.date,
            updatedAt: updatedAt.date
        )
    }
}

/// Stores keep a user as the backend writes it, with exact amounts.
extension ShopUser: Codable {
    /// Reads the document of the backend.
    public init(from decoder: any Decoder) throws { self = try ShopUserDTO(from: decoder).user }

    /// Writes the document of the backend.
    public func encode(to encoder: any Encoder) throws { try ShopUserDTO(self).encode(to: encoder) }
}

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
