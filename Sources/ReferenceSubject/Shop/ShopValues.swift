import Foundation
import ReferenceClients
import Rehearsal

/// The values that the shop returns for the recorded replies, and the arguments of its calls.
enum ShopValues {
    static let robin = user(
        "7",
        "Robin Doe",
        "robin",
        photo: true,
        times: ("2025-06-01T08:30:00Z", "2026-02-27T17:45:12Z")
    )

    static let users = Page(
        items: [
            robin, user("8", "Ada Okafor", "ada", times: ("2025-07-14T12:00:00Z", "2025-07-14T12:00:00Z")),
            user("9", "José Nuñez", "jose", photo: true, times: ("2025-09-30T23:59:59Z", "2026-01-02T06:10:00Z")),
        ],
        number: 1,
        limit: 3,
        total: 5
    )

    static let newUser = NewShopUser(name: "Kim Park", email: "kim@shop.example")
    static let kim = user("12", "Kim Park", "kim", times: ("2026-03-03T10:20:42Z", "2026-03-03T10:20:42Z"))

    static let renamed = user(
        "7",
        "Robin A. Doe",
        "robin",
        photo: true,
        times: ("2025-06-01T08:30:00Z", "2026-03-03T10:20:56Z")
    )

    private static func user(
        _ id: String,
        _ name: String,
        _ mailbox: String,
        photo: Bool = false,
        times: (created: String, updated: String),
    ) -> ShopUser {
        ShopUser(
            id: id,
            name: name,
            email: "\(mailbox)@shop.example",
            profileImage: photo ? URL(string: "https://api.shop.example/users/\(id)/photo") : nil,
            createdAt: .utc(times.created),
            updatedAt: .utc(times.updated)
        )
    }

    static let deskLamp = product("11", "Desk lamp", .cents(2_990), in: "lighting")
    private static let floorLamp = product("12", "Floor lamp", .cents(11_900), in: "lighting")

    static let products = Page(
        items: [
            deskLamp, floorLamp, product("13", "Reading chair", .cents(34_950), in: "chairs"),
            product("14", "Oak shelf", .cents(18_900), in: "shelves"),
        ],
        number: 1,
        limit: 4,
        total: 9
    )

    static let lamps = Page(items: [deskLamp, floorLamp], number: 1, limit: 4, total: 2)

    private static func product(_ id: String, _ name: String, _ price: Decimal, in category: String) -> Product {
        Product(
            id: id,
            name: name,
            description: "\(name), made to be repaired.",
            price: price,
            category: category,
            images: [URL(string: "https://api.shop.example/products/\(id)/photo")].compactMap(\.self),
            isAvailable: true
        )
    }

    static let order = chair(.paid, since: "2026-02-24T18:04:11Z", "2026-02-25T07:30:00Z")
    static let cancelledOrder = chair(.cancelled, since: "2026-02-24T18:04:11Z", "2026-03-03T10:21:45Z")

    static let newOrder = NewOrder(userId: "7", products: [OrderItem(productId: "11", quantity: 1)])

    static let createdOrder = Order(
        id: "9004",
        userId: "7",
        products: newOrder.products,
        totalAmount: .cents(2_990),
        status: .pending,
        createdAt: .utc("2026-03-03T10:15:10Z"),
        updatedAt: .utc("2026-03-03T10:15:10Z")
    )

    static let orders = Page(
        items: [
            Order(
                id: "9001",
                userId: "7",
                products: [OrderItem(productId: "11", quantity: 2)],
                totalAmount: .cents(5_980),
                status: .delivered,
                createdAt: .utc("2026-02-10T18:04:11Z"),
                updatedAt: .utc("2026-02-11T07:30:00Z")
            ),
            Order(
                id: "9002",
                userId: "7",
                products: [OrderItem(productId: "14", quantity: 1), OrderItem(productId: "19", quantity: 4)],
                totalAmount: .cents(23_800),
                status: .shipped,
                createdAt: .utc("2026-02-19T18:04:11Z"),
                updatedAt: .utc("2026-02-20T07:30:00Z")
            ),
            order,
        ],
        number: 1,
        limit: 20
    )

    /// Returns order 9003 with a status.
    private static func chair(_ status: OrderStatus, since created: String, _ updated: String) -> Order {
        Order(
            id: "9003",
            userId: "7",
            products: [OrderItem(productId: "13", quantity: 1)],
            totalAmount: .cents(34_950),
            status: status,
            createdAt: .utc(created),
            updatedAt: .utc(updated)
        )
    }
}

/// The documents that an earlier run of the app has stored.
enum StoredDocuments {
    static let all: [String: JSON] = ["users": users, "products": products, "orders": orders]

    /// The stored users. The name of Robin differs from that in the recording.
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

    /// The stored products. The price of the lamp differs from that in the recording.
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

    /// The stored orders of two users. The status of the first differs from that in the recording.
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
