import Foundation

/// A user as the shop's backend writes it.
struct ShopUserDTO: Decodable, Identifiable {
    var identifier: Identifier
    var name: String
    var email: String
    var profileImage: URL?
    var createdAt: Timestamp
    var updatedAt: Timestamp

    var id: String { identifier.value }

    private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case name
        case email
        case profileImage
        case createdAt
        case updatedAt
    }

    /// As the app knows it.
    var user: ShopUser {
        ShopUser(
            id: id,
            name: name,
            email: email,
            profileImage: profileImage,
            createdAt: createdAt.date,
            updatedAt: updatedAt.date
        )
    }
}
