import Foundation
import ReferenceClients

/// A user of the shop as kept: `{"id": "7", "name": "Robin Doe", …}`.
struct KeptUser: KeptDocument {
    var id: String
    var name: String
    var email: String
    var profileImage: URL?
    var createdAt: Timestamp
    var updatedAt: Timestamp

    init(_ value: ShopUser) {
        (id, name, email, profileImage) = (value.id, value.name, value.email, value.profileImage)
        (createdAt, updatedAt) = (Timestamp(value.createdAt), Timestamp(value.updatedAt))
    }

    func value() -> ShopUser {
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
