public import Foundation

/// A product of the shop.
public struct Product: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: String
    /// The name.
    public let name: String
    /// The description in one sentence.
    public let description: String
    /// The exact price in the currency of the shop.
    public let price: Decimal
    /// The category.
    public let category: String
    /// The URLs of images, the preferred one first.
    public let images: [URL]
    /// Whether the product can be ordered now.
    public let isAvailable: Bool

    /// Creates a product.
    public init(
        id: String,
        name: String,
        description: String,
        price: Decimal,
        category: String,
        images: [URL],
        isAvailable: Bool,
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.price = price
        self.category = category
        self.images = images
        self.isAvailable = isAvailable
    }
}

/// A product in the JSON of the backend.
struct ProductDTO: Codable {
    var id: Identifier
    var name: String
    var description: String
    var price: Price
    var category: String
    var images: [URL]
    var isAvailable: Bool

    init(_ product: Product) {
        (id, name, description) = (Identifier(product.id), product.name, product.description)
        (price, category) = (Price(product.price), product.category)
        (images, isAvailable) = (product.images, product.isAvailable)
    }

    var product: Product {
        Product(
            id: id.value,
            name: name,
            description: description,
            price: price.value,
            category: category,
            images: images,
            isAvailable: isAvailable
        )
    }
}

/// The stored form of a product is the JSON of the backend, which keeps exact amounts.
extension Product: Codable {
    /// Decodes the JSON of the backend.
    public init(from decoder: any Decoder) throws { self = try ProductDTO(from: decoder).product }

    /// Encodes the JSON of the backend.
    public func encode(to encoder: any Encoder) throws { try ProductDTO(self).encode(to: encoder) }
}
