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
