import Foundation
import ReferenceClients
import Rehearsal

/// The stored documents of an app that was used before.
enum KeptDocuments {
    static let all: [String: JSON] = ["users": users, "products": products, "orders": orders]

    /// The users of an earlier read; Robin was called something else then.
    static let users: JSON = [
        [
            "id": "7", "name": "Robin, as kept", "email": "robin@shop.example", "profileImage": nil,
            "createdAt": "2025-06-01T08:30:00Z", "updatedAt": "2025-06-01T08:30:00Z",
        ],
        [
            "id": "8", "name": "Ada Okafor", "email": "ada@shop.example", "profileImage": nil,
            "createdAt": "2025-07-14T12:00:00Z", "updatedAt": "2025-07-14T12:00:00Z",
        ],
    ]

    /// Products that were read before; the lamp was cheaper then.
    static let products: JSON = [
        [
            "id": "11", "name": "Desk lamp", "description": "Desk lamp, as kept.", "price": "24.90",
            "category": "lighting", "images": [], "isAvailable": true,
        ],
        [
            "id": "13", "name": "Reading chair", "description": "Reading chair, as kept.", "price": "349.5",
            "category": "chairs", "images": [], "isAvailable": true,
        ],
    ]

    /// Orders that were read before, of two users; the first had not been paid then.
    static let orders: JSON = [
        [
            "id": "9003", "userId": "7", "products": [["productId": "13", "quantity": 1]], "totalAmount": "349.5",
            "status": "pending", "createdAt": "2026-02-24T18:04:11Z", "updatedAt": "2026-02-24T18:04:11Z",
        ],
        [
            "id": "9004", "userId": "8", "products": [["productId": "11", "quantity": 1]], "totalAmount": "24.90",
            "status": "paid", "createdAt": "2026-02-25T09:00:00Z", "updatedAt": "2026-02-25T09:00:00Z",
        ],
    ]
}

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

/// A product as kept; its price is a text, so that no number comes in between.
struct KeptProduct: KeptDocument {
    var id: String
    var name: String
    var description: String
    var price: String
    var category: String
    var images: [URL]
    var isAvailable: Bool

    init(_ value: Product) {
        (id, name, description) = (value.id, value.name, value.description)
        (price, category) = ("\(value.price)", value.category)
        (images, isAvailable) = (value.images, value.isAvailable)
    }

    func value() throws -> Product {
        guard let price = ExactDecimal(price) else { throw Unreadable() }
        return Product(
            id: id,
            name: name,
            description: description,
            price: price.value,
            category: category,
            images: images,
            isAvailable: isAvailable
        )
    }
}

/// An order as kept; its amount is a text, so that no number comes in between.
struct KeptOrder: KeptDocument {
    var id: String
    var userId: String
    var products: [OrderItem]
    var totalAmount: String
    var status: String
    var createdAt: Timestamp
    var updatedAt: Timestamp

    init(_ value: Order) {
        (id, userId, products) = (value.id, value.userId, value.products)
        (totalAmount, status) = ("\(value.totalAmount)", Self.word(of: value.status))
        (createdAt, updatedAt) = (Timestamp(value.createdAt), Timestamp(value.updatedAt))
    }

    func value() throws -> Order {
        guard let totalAmount = ExactDecimal(totalAmount) else { throw Unreadable() }
        return Order(
            id: id,
            userId: userId,
            products: products,
            totalAmount: totalAmount.value,
            status: OrderStatus(status),
            createdAt: createdAt.date,
            updatedAt: updatedAt.date
        )
    }

    private static func word(of status: OrderStatus) -> String {
        if case .unknown(let word) = status { word } else { status.word ?? "" }
    }
}
