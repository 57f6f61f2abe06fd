import Foundation

/// A product as the backend writes it.
struct ProductDTO: Decodable, Identifiable {
    var identifier: Identifier
    var name: String
    var description: String
    var price: Price
    var category: String
    var images: [URL]
    var isAvailable: Bool

    var id: String { identifier.value }

    private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case name
        case description
        case price
        case category
        case images
        case isAvailable
    }

    /// As the app knows it.
    var product: Product {
        Product(
            id: id,
            name: name,
            description: description,
            price: price.value,
            category: category,
            images: images,
            isAvailable: isAvailable
        )
    }
}
