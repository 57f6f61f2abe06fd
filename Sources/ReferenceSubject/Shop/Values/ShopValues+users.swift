import Foundation
import ReferenceClients

extension ShopValues {
    static let robin = user("7", "Robin Doe", "robin", photo: true, ("2025-06-01T08:30:00Z", "2026-02-27T17:45:12Z"))

    static let users = Page(
        items: [
            robin, user("8", "Ada Okafor", "ada", ("2025-07-14T12:00:00Z", "2025-07-14T12:00:00Z")),
            user("9", "José Nuñez", "jose", photo: true, ("2025-09-30T23:59:59Z", "2026-01-02T06:10:00Z")),
        ],
        number: 1,
        limit: 3,
        total: 5
    )

    static let newUser = NewShopUser(name: "Kim Park", email: "kim@shop.example")
    static let kim = user("12", "Kim Park", "kim", ("2026-03-03T10:20:42Z", "2026-03-03T10:20:42Z"))

    static let renamed = user(
        "7",
        "Robin A. Doe",
        "robin",
        photo: true,
        ("2025-06-01T08:30:00Z", "2026-03-03T10:20:56Z")
    )

    private static func user(
        _ id: String,
        _ name: String,
        _ mailbox: String,
        photo: Bool = false,
        _ times: (created: String, updated: String),
    ) -> ShopUser {
        ShopUser(
            id: id,
            name: name,
            email: "\(mailbox)@shop.example",
            profileImage: photo ? URL(string: "https://api.shop.example/users/\(id)/photo") : nil,
            createdAt: instant(times.created),
            updatedAt: instant(times.updated)
        )
    }
}
