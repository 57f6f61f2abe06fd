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
