import Foundation
import ReferenceClients

extension ShopValues {
    static let deskLamp = product("11", "Desk lamp", cents(2_990), "lighting")
    private static let floorLamp = product("12", "Floor lamp", cents(11_900), "lighting")

    static let products = Page(
        items: [
            deskLamp, floorLamp, product("13", "Reading chair", cents(34_950), "chairs"),
            product("14", "Oak shelf", cents(18_900), "shelves"),
        ],
        number: 1,
        limit: 4,
        total: 9
    )

    static let lamps = Page(items: [deskLamp, floorLamp], number: 1, limit: 4, total: 2)

    private static func product(_ id: String, _ name: String, _ price: Decimal, _ category: String) -> Product {
        Product(
            id: id,
            name: name,
            description: "\(name), made to be repaired.",
            price: price,
            category: category,
            images: [URL(string: "https://api.shop.example/products/\(id)/photo")].compactMap(\.self),
            isAvailable: true
        )
    }
}
