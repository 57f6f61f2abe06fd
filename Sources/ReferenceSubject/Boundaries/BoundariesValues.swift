import Foundation
import ReferenceClients
import Rehearsal

/// The values that the repositories return for the recorded replies, and the arguments of their calls.
enum BoundariesValues {
    static let batman = BoundariesUser(id: "123", username: "batman", createdDate: .utc("2024-01-01T10:00:00Z"))

    /// The stored user, whose name differs from that in the recording.
    static let kept: JSON = ["id": "123", "username": "bruce", "createdAt": 725_796_000]

    static let products = [
        product("31", "Notebook", "A5, 96 pages, dotted.", cents: 1_240, in: "paper", pictures: ["front", "back"]),
        product("32", "Fountain pen", "Steel, medium nib.", cents: 30, in: "pens", pictures: ["front"]),
        product("33", "Desk mat", "Felt, 80 by 40.", cents: 123_456, in: "desk", pictures: []),
    ]

    static let tea = TransactionRequest(recipientEmail: "alfred@manor.example", amount: .cents(2_510), note: "Tea")

    static let transfer = Transfer(
        id: "tr-501",
        recipientEmail: "alfred@manor.example",
        amount: .cents(2_510),
        createdDate: .utc("2026-03-04T09:00:35Z")
    )

    static let dick = InviteUserRequest(email: "dick@manor.example", role: "editor")

    static let invitation = Invitation(
        id: "inv-77",
        email: "dick@manor.example",
        role: "editor",
        expiryDate: .utc("2026-03-11T09:01:10Z")
    )

    static let redemption = Redemption(code: "WELCOME10", discount: .cents(995))

    /// Returns a product, which is available if it has images.
    private static func product(
        _ id: String,
        _ name: String,
        _ description: String,
        cents price: Int,
        in category: String,
        pictures: [String],
    ) -> Product {
        Product(
            id: id,
            name: name,
            description: description,
            price: .cents(price),
            category: category,
            images: pictures.compactMap { URL(string: "https://api.boundaries.example/pictures/\(id)/\($0)") },
            isAvailable: !pictures.isEmpty
        )
    }
}
