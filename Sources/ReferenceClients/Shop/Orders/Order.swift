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

/// So many pieces of a product.
public struct OrderItem: Sendable, Hashable, Codable {
    /// Which product.
    public let productId: Product.ID
    /// How many pieces.
    public let quantity: Int

    /// Pieces of a product.
    public init(productId: Product.ID, quantity: Int) {
        self.productId = productId
        self.quantity = quantity
    }
}

/// How far an order has got.
public enum OrderStatus: Sendable, Hashable {
    /// Placed.
    case pending
    /// Paid for.
    case paid
    /// On its way.
    case shipped
    /// There.
    case delivered
    /// Called off.
    case cancelled
    /// A word of a newer backend: that one order is shown without it, and the list is not lost.
    case unknown(String)

    private static let known: [OrderStatus] = [.pending, .paid, .shipped, .delivered, .cancelled]

    /// What a word of the backend means.
    public init(_ word: String) { self = Self.known.first { $0.text == word } ?? .unknown(word) }

    /// The word of the backend; nil for one that the app only repeats.
    public var word: String? { Self.known.contains(self) ? text : nil }

    /// The word of the backend, repeated where the app does not know it.
    var text: String {
        switch self {
        case .pending: "pending"
        case .paid: "paid"
        case .shipped: "shipped"
        case .delivered: "delivered"
        case .cancelled: "cancelled"
        case .unknown(let word): word
        }
    }
}

/// An order to be placed; what it costs, the backend says.
public struct NewOrder: Sendable, Hashable, Encodable {
    /// Who buys.
    public var userId: ShopUser.ID
    /// What.
    public var products: [OrderItem]

    /// An order of somebody.
    public init(userId: ShopUser.ID, products: [OrderItem]) {
        self.userId = userId
        self.products = products
    }

    /// The same.
    ///
    /// - Throws: ``DomainError`` if the backend would only refuse it.
    func validated() throws -> NewOrder {
        _ = try userId.notBlank(or: DomainError.invalidUserId)
        try Self.check(products)
        return self
    }

    /// - Throws: ``DomainError`` if these cannot be ordered.
    static func check(_ products: [OrderItem]) throws {
        guard !products.isEmpty, products.allSatisfy({ $0.quantity > 0 }) else { throw DomainError.emptyOrder }
        for product in products { _ = try product.productId.notBlank(or: DomainError.invalidProductId) }
    }
}
