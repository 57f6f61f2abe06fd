public import Foundation

/// What somebody has bought.
public struct Order: Sendable, Hashable, Identifiable {
    /// Which one it is.
    public let id: String
    /// Who bought it.
    public let userId: ShopUser.ID
    /// What is in it.
    public let products: [OrderItem]
    /// What it costs, exact.
    public let totalAmount: Decimal
    /// How far it has got.
    public let status: OrderStatus
    /// When it was placed.
    public let createdAt: Date
    /// When something last changed.
    public let updatedAt: Date

    /// An order.
    public init(
        id: String,
        userId: ShopUser.ID,
        products: [OrderItem],
        totalAmount: Decimal,
        status: OrderStatus,
        createdAt: Date,
        updatedAt: Date,
    ) {
        self.id = id
        self.userId = userId
        self.products = products
        self.totalAmount = totalAmount
        self.status = status
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
