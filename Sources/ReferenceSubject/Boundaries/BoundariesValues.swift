import Foundation
import ReferenceClients
import Rehearsal

/// What the repositories return for the recorded answers, and what they are asked for.
enum BoundariesValues {
    static let batman = BoundariesUser(id: "123", username: "batman", createdDate: instant(1_704_103_200))

    /// An account as it was kept before its name was changed.
    static let kept: JSON = ["id": "123", "username": "bruce", "createdAt": 725_796_000]

    static let products = [
        product("31", "Notebook", "A5, 96 pages, dotted.", 1_240, "paper", pictures: ["front", "back"]),
        product("32", "Fountain pen", "Steel, medium nib.", 30, "pens", pictures: ["front"]),
        product("33", "Desk mat", "Felt, 80 by 40.", 123_456, "desk", pictures: []),
    ]

    static let tea = TransactionRequest(recipientEmail: "alfred@manor.example", amount: cents(2_510), note: "Tea")

    static let transfer = Transfer(
        id: "tr-501",
        recipientEmail: "alfred@manor.example",
        amount: cents(2_510),
        createdDate: instant(1_772_614_835)
    )

    static let dick = InviteUserRequest(email: "dick@manor.example", role: "editor")

    static let invitation = Invitation(
        id: "inv-77",
        email: "dick@manor.example",
        role: "editor",
        expiryDate: instant(1_773_219_670)
    )

    static let redemption = Redemption(code: "WELCOME10", discount: cents(995))

    /// What has pictures can be had.
    private static func product(
        _ id: String,
        _ name: String,
        _ description: String,
        _ price: Int,
        _ category: String,
        pictures: [String],
    ) -> Product {
        Product(
            id: id,
            name: name,
            description: description,
            price: cents(price),
            category: category,
            images: pictures.compactMap { URL(string: "https://api.boundaries.example/pictures/\(id)/\($0)") },
            isAvailable: !pictures.isEmpty
        )
    }

    private static func instant(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: seconds) }

    /// Exactly: a literal with a point would be a binary fraction first.
    private static func cents(_ count: Int) -> Decimal { Decimal(count) / 100 }
}
