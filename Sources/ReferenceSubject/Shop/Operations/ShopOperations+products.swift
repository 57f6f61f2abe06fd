import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopOperations {
    static let products = [getProduct, getProducts, searchProducts]

    private static let getProduct = Operation.value(
        "getProduct",
        .get("/products/11"),
        recorded: .json(ShopAnswers.lamp),
        golden: ShopValues.deskLamp,
        fields: fields(below: "$"),
        .init(stored: ("products", ShopAnswers.keptProducts), refuses: ["price below zero": ["/price": -1]])
    ) { try await $0.products.getProduct(id: "11") }

    private static let getProducts = Operation.value(
        "getProducts",
        .get("/products"),
        recorded: .json(ShopAnswers.products),
        golden: ShopValues.products,
        fields: fields(below: "$.items[*]") + envelope,
        .init(stored: ("products", ShopAnswers.keptProducts))
    ) { try await $0.products.getProducts(category: nil, page: 1, limit: 4) }

    private static let searchProducts = Operation.value(
        "searchProducts",
        .get("/products/search"),
        recorded: .json(ShopAnswers.lamps),
        golden: ShopValues.lamps,
        fields: fields(below: "$.items[*]") + envelope,
        .init(stored: ("products", ShopAnswers.keptProducts))
    ) { try await $0.products.searchProducts(query: "lamp", page: 1, limit: 4) }

    private static func fields(below place: String) -> [Field] {
        [
            .required("\(place).id", .string), .required("\(place).name", .string),
            .required("\(place).description", .string), .required("\(place).price", .money),
            .required("\(place).category", .string), .required("\(place).images", .array),
            .required("\(place).isAvailable", .bool),
        ]
    }
}
