public import Foundation

/// An order of a user.
public struct Order: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: String
    /// The identifier of the buyer.
    public let userId: ShopUser.ID
    /// The ordered products and their quantities.
    public let products: [OrderItem]
    /// The total price, as an exact decimal.
    public let totalAmount: Decimal
    /// The current status.
    public let status: OrderStatus
    /// The time at which the order was created.
    public let createdAt: Date
    /// The time at which the order last changed.
    public let updatedAt: Date

    /// Creates an order.
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

/// A product and its quantity in an order.
public struct OrderItem: Sendable, Hashable, Codable {
    /// The identifier of the product.
    public let productId: Product.ID
    /// The ordered number of units.
    public let quantity: Int

    /// Creates an item.
    public init(productId: Product.ID, quantity: Int) {
        self.productId = productId
        self.quantity = quantity
    }
}

/// A status of an order.
public enum OrderStatus: Sendable, Hashable {
    /// The order was placed.
    case pending
    /// The order was paid.
    case paid
    /// The order was shipped.
    case shipped
    /// The order was delivered.
    case delivered
    /// The order was cancelled.
    case cancelled
    /// A status that this client does not know, with its raw value. An order with such a status still decodes.
    case unknown(String)

    private static let known: [OrderStatus] = [.pending, .paid, .shipped, .delivered, .cancelled]

    /// Creates a status from the raw value of the backend.
    public init(_ word: String) { self = Self.known.first { $0.text == word } ?? .unknown(word) }

    /// The raw value of a known status; nil for an unknown status.
    public var knownRawValue: String? { Self.known.contains(self) ? text : nil }

    /// The raw value of the backend, also for an unknown status.
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

/// A request for a new order. It has no price, because the backend determines it.
public struct NewOrder: Sendable, Hashable, Encodable {
    /// The identifier of the buyer.
    public var userId: ShopUser.ID
    /// The products and their quantities.
    public var products: [OrderItem]

    /// Creates an order.
    public init(userId: ShopUser.ID, products: [OrderItem]) {
        self.userId = userId
        self.products = products
    }

    /// Validates the order and returns it.
    ///
    /// - Throws: ``ShopError`` if the order is not valid.
    func validated() throws -> NewOrder {
        _ = try userId.notBlank(or: ShopError.invalidUserId)
        try Self.check(products)
        return self
    }

    /// Checks the products of an order.
    ///
    /// - Throws: ``ShopError`` if the list of products is empty, a quantity is not positive, or an identifier is blank.
    static func check(_ products: [OrderItem]) throws {
        guard !products.isEmpty, products.allSatisfy({ $0.quantity > 0 }) else { throw ShopError.emptyOrder }
        for product in products { _ = try product.productId.notBlank(or: ShopError.invalidProductId) }
    }
}
