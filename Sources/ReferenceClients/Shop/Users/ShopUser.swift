public import Foundation

/// A user of the shop; the prefix distinguishes the type from the users of other apps.
public struct ShopUser: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: String
    /// The full name.
    public let name: String
    /// The e-mail address.
    public let email: String
    /// The URL of the profile image, if any.
    public let profileImage: URL?
    /// The time of registration.
    public let createdAt: Date
    /// The time of the last change.
    public let updatedAt: Date

    /// Creates a user.
    public init(id: String, name: String, email: String, profileImage: URL?, createdAt: Date, updatedAt: Date) {
        self.id = id
        self.name = name
        self.email = email
        self.profileImage = profileImage
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A user in the JSON of the backend.
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

/// The stored form of a user is the JSON of the backend.
extension ShopUser: Codable {
    /// Decodes the JSON of the backend.
    public init(from decoder: any Decoder) throws { self = try ShopUserDTO(from: decoder).user }

    /// Encodes the JSON of the backend.
    public func encode(to encoder: any Encoder) throws { try ShopUserDTO(self).encode(to: encoder) }
}

/// A new user to register.
public struct NewShopUser: Sendable, Hashable, Encodable {
    /// The full name.
    public var name: String
    /// The e-mail address.
    public var email: String

    /// Creates a new user.
    public init(name: String, email: String) {
        self.name = name
        self.email = email
    }

    /// Validates the user and returns it.
    ///
    /// - Throws: ``ShopError`` if the name or the address is not valid.
    func validated() throws -> NewShopUser {
        _ = try name.notBlank(or: ShopError.invalidName)
        guard EmailAddress.isValid(email) else { throw ShopError.invalidEmail }
        return self
    }
}

/// Changes of a user. A property that is nil is not sent, and stays unchanged.
public struct ShopUserUpdates: Sendable, Hashable, Encodable {
    /// The new name.
    public var name: String?
    /// The new e-mail address.
    public var email: String?
    /// The URL of the new profile image.
    public var profileImage: URL?

    /// Creates changes.
    public init(name: String? = nil, email: String? = nil, profileImage: URL? = nil) {
        self.name = name
        self.email = email
        self.profileImage = profileImage
    }

    /// Validates the changes and returns them.
    ///
    /// - Throws: ``ShopError`` if the changes are empty or a value is not valid.
    func validated() throws -> ShopUserUpdates {
        if self == ShopUserUpdates() { throw ShopError.nothingToUpdate }
        _ = try name?.notBlank(or: ShopError.invalidName)
        if let email, !EmailAddress.isValid(email) { throw ShopError.invalidEmail }
        return self
    }
}
