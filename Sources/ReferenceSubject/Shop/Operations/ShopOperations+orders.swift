import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopOperations {
    static let orders = [createOrder, getOrder, getUserOrders, updateOrderStatus]

    private static let createOrder = Operation.value(
        "createOrder",
        .post("/orders"),
        recorded: .json(ShopAnswers.placed, status: 201),
        golden: ShopValues.placed,
        fields: fields(below: "$"),
        .init(
            body: ["userId": "7", "products": [["productId": "11", "quantity": 1]]],
            domainErrors: [409: "outOfStock"]
        )
    ) { try await $0.orders.createOrder(ShopValues.newOrder) }

    private static let getOrder = Operation.value(
        "getOrder",
        .get("/orders/9003"),
        recorded: .json(ShopAnswers.order),
        golden: ShopValues.order,
        fields: fields(below: "$"),
        .init(stored: ("orders", ShopAnswers.keptOrders))
    ) { try await $0.orders.getOrder(id: "9003") }

    private static let getUserOrders = Operation.value(
        "getUserOrders",
        .get("/users/7/orders"),
        recorded: .json(ShopAnswers.orders),
        golden: ShopValues.orders,
        fields: fields(below: "$[*]"),
        .init(stored: ("orders", ShopAnswers.keptOrders))
    ) { try await $0.orders.getUserOrders(userId: "7", page: 1, limit: 20) }

    private static let updateOrderStatus = Operation.value(
        "updateOrderStatus",
        .patch("/orders/9003"),
        recorded: .json(ShopAnswers.calledOff),
        golden: ShopValues.calledOff,
        fields: fields(below: "$"),
        .init(body: ["status": "cancelled"], domainErrors: [409: "statusRefused"])
    ) { try await $0.orders.updateOrderStatus(id: "9003", status: .cancelled) }

    private static func fields(below place: String) -> [Field] {
        [
            .required("\(place).id", .string), .required("\(place).userId", .string),
            .required("\(place).products", .array), .required("\(place).products[*].productId", .string),
            .required("\(place).products[*].quantity", .int), .required("\(place).totalAmount", .money),
            .required("\(place).status", .enum, words: ["pending", "paid", "shipped", "delivered", "cancelled"]),
            .required("\(place).createdAt", .date),
            .required("\(place).updatedAt", .date),
        ]
    }
}
