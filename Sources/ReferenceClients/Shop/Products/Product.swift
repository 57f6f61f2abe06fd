public import Foundation

/// Something that can be bought.
public struct Product: Sendable, Hashable, Identifiable {
    /// Which one it is.
    public let id: String
    /// What it is called.
    public let name: String
    /// What it is, in a sentence.
    public let description: String
    /// In the currency of the shop, exact.
    public let price: Decimal
    /// What kind of thing it is.
    public let category: String
    /// What it looks like, the best picture first.
    public let images: [URL]
    /// Whether it can be had at the moment.
    public let isAvailable: Bool

    /// A product.
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

/// A product as the backend writes it.
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

    /// As the app knows it.
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

/// Stores keep a product as the backend writes it, with exact amounts.
extension Product: Codable {
    /// Reads the document of the backend.
    public init(from decoder: any Decoder) throws { self = try ProductDTO(from: decoder).product }

    /// Writes the document of the backend.
    public func encode(to encoder: any Encoder) throws { try ProductDTO(self).encode(to: encoder) }
}
