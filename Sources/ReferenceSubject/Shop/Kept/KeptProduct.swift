import Foundation
import ReferenceClients

/// A product as kept; its price is a text, so that no number comes in between.
struct KeptProduct: KeptDocument {
    var id: String
    var name: String
    var description: String
    var price: String
    var category: String
    var images: [URL]
    var isAvailable: Bool

    init(_ value: Product) {
        (id, name, description) = (value.id, value.name, value.description)
        (price, category) = ("\(value.price)", value.category)
        (images, isAvailable) = (value.images, value.isAvailable)
    }

    func value() throws -> Product {
        guard let price = ExactDecimal(price) else { throw Unreadable() }
        return Product(
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
