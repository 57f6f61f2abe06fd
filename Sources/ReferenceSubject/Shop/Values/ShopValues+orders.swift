import Foundation
import ReferenceClients

extension ShopValues {
    static let order = chair(.paid, since: "2026-02-24T18:04:11Z", "2026-02-25T07:30:00Z")
    static let calledOff = chair(.cancelled, since: "2026-02-24T18:04:11Z", "2026-03-03T10:21:45Z")

    static let newOrder = NewOrder(userId: "7", products: [OrderItem(productId: "11", quantity: 1)])

    static let placed = Order(
        id: "9004",
        userId: "7",
        products: newOrder.products,
        totalAmount: cents(2_990),
        status: .pending,
        createdAt: instant("2026-03-03T10:15:10Z"),
        updatedAt: instant("2026-03-03T10:15:10Z")
    )

    static let orders = Page(
        items: [
            Order(
                id: "9001",
                userId: "7",
                products: [OrderItem(productId: "11", quantity: 2)],
                totalAmount: cents(5_980),
                status: .delivered,
                createdAt: instant("2026-02-10T18:04:11Z"),
                updatedAt: instant("2026-02-11T07:30:00Z")
            ),
            Order(
                id: "9002",
                userId: "7",
                products: [OrderItem(productId: "14", quantity: 1), OrderItem(productId: "19", quantity: 4)],
                totalAmount: cents(23_800),
                status: .shipped,
                createdAt: instant("2026-02-19T18:04:11Z"),
                updatedAt: instant("2026-02-20T07:30:00Z")
            ),
            order,
        ],
        number: 1,
        limit: 20
    )

    /// The chair that Robin ordered, however far it has got.
    private static func chair(_ status: OrderStatus, since created: String, _ updated: String) -> Order {
        Order(
            id: "9003",
            userId: "7",
            products: [OrderItem(productId: "13", quantity: 1)],
            totalAmount: cents(34_950),
            status: status,
            createdAt: instant(created),
            updatedAt: instant(updated)
        )
    }
}
