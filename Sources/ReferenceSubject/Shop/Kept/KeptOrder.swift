import Foundation
import ReferenceClients

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
