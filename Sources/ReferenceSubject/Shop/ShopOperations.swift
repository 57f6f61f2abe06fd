import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The operations of the shop app.
enum ShopOperations {
    typealias Operation = Contract<ShopServices>.Operation
    typealias Field = Contract<ShopServices>.Field

    static let all = users + products + orders

    /// The optional members of the object that contains a list.
    private static let envelope: [Field] = [.optional("$.limit", .int), .optional("$.total", .int)]

    private static let users = [getUser, getUsers, createUser, updateUser, deleteUser]

    private static let getUser = Operation.value(
        "getUser",
        .get("/users/7"),
        recorded: "shop/user",
        golden: ShopValues.robin,
        fields: userFields(below: "$", [.optional("$.profileImage", .url)]),
        .init(stored: ("users", StoredDocuments.users))
    ) { try await $0.users.getUser(id: "7") }

    private static let getUsers = Operation.value(
        "getUsers",
        .get("/users"),
        recorded: "shop/users-1",
        golden: ShopValues.users,
        fields: userFields(below: "$.items[*]", [.optional("$.items[*].profileImage", .url)] + envelope),
        .init(stored: ("users", StoredDocuments.users))
    ) { try await $0.users.getUsers(page: 1, limit: 3) }

    private static let createUser = Operation.value(
        "createUser",
        .post("/users"),
        recorded: "shop/create-user",
        golden: ShopValues.kim,
        fields: userFields(below: "$"),
        .init(
            body: ["name": "Kim Park", "email": "kim@shop.example"],
            domainErrors: [409: "emailTaken"],
            throws: [ShopError.self]
        )
    ) { try await $0.users.createUser(ShopValues.newUser) }

    private static let updateUser = Operation.value(
        "updateUser",
        .patch("/users/7"),
        recorded: "shop/update-user",
        golden: ShopValues.renamed,
        fields: userFields(below: "$", [.optional("$.profileImage", .url)]),
        .init(body: ["name": "Robin A. Doe"], domainErrors: [409: "emailTaken"], throws: [ShopError.self])
    ) { try await $0.users.updateUser(id: "7", updates: ShopUserUpdates(name: "Robin A. Doe")) }

    private static let deleteUser = Operation.void(
        "deleteUser",
        .delete("/users/7"),
        recorded: .reply(204),
        .init(domainErrors: [404: "noSuchUser", 410: "noSuchUser"], throws: [UserNotFound.self])
    ) { guard try await $0.users.deleteUser(id: "7") else { throw UserNotFound() } }

    private static func userFields(below path: String, _ others: [Field] = []) -> [Field] {
        Field.required(
            below: path,
            ["id": .string, "name": .string, "email": .string, "createdAt": .date, "updatedAt": .date]
        ) + others
    }

    private static let products = [getProduct, getProducts, searchProducts]

    private static let getProduct = Operation.value(
        "getProduct",
        .get("/products/11"),
        recorded: "shop/product",
        golden: ShopValues.deskLamp,
        fields: productFields(below: "$"),
        .init(stored: ("products", StoredDocuments.products), refuses: ["price below zero": ["/price": -1]])
    ) { try await $0.products.getProduct(id: "11") }

    private static let getProducts = Operation.value(
        "getProducts",
        .get("/products"),
        recorded: "shop/page-1",
        golden: ShopValues.products,
        fields: productFields(below: "$.items[*]") + envelope,
        .init(stored: ("products", StoredDocuments.products))
    ) { try await $0.products.getProducts(category: nil, page: 1, limit: 4) }

    private static let searchProducts = Operation.value(
        "searchProducts",
        .get("/products/search"),
        recorded: "shop/search",
        golden: ShopValues.lamps,
        fields: productFields(below: "$.items[*]") + envelope,
        .init(stored: ("products", StoredDocuments.products))
    ) { try await $0.products.searchProducts(query: "lamp", page: 1, limit: 4) }

    private static func productFields(below path: String) -> [Field] {
        Field.required(
            below: path,
            [
                "id": .string, "name": .string, "description": .string, "price": .money, "category": .string,
                "images": .array, "isAvailable": .bool,
            ]
        )
    }

    private static let orders = [createOrder, getOrder, getUserOrders, updateOrderStatus]

    private static let createOrder = Operation.value(
        "createOrder",
        .post("/orders"),
        recorded: "shop/place-order",
        golden: ShopValues.createdOrder,
        fields: orderFields(below: "$"),
        .init(
            body: ["userId": "7", "products": [["productId": "11", "quantity": 1]]],
            domainErrors: [409: "outOfStock"],
            throws: [ShopError.self]
        )
    ) { try await $0.orders.createOrder(ShopValues.newOrder) }

    private static let getOrder = Operation.value(
        "getOrder",
        .get("/orders/9003"),
        recorded: "shop/order",
        golden: ShopValues.order,
        fields: orderFields(below: "$"),
        .init(stored: ("orders", StoredDocuments.orders))
    ) { try await $0.orders.getOrder(id: "9003") }

    private static let getUserOrders = Operation.value(
        "getUserOrders",
        .get("/users/7/orders"),
        recorded: "shop/orders",
        golden: ShopValues.orders,
        fields: orderFields(below: "$[*]"),
        .init(stored: ("orders", StoredDocuments.orders))
    ) { try await $0.orders.getUserOrders(userId: "7", page: 1, limit: 20) }

    private static let updateOrderStatus = Operation.value(
        "updateOrderStatus",
        .patch("/orders/9003"),
        recorded: "shop/update-order",
        golden: ShopValues.cancelledOrder,
        fields: orderFields(below: "$"),
        .init(body: ["status": "cancelled"], domainErrors: [409: "statusRefused"], throws: [ShopError.self])
    ) { try await $0.orders.updateOrderStatus(id: "9003", status: .cancelled) }

    private static func orderFields(below path: String) -> [Field] {
        Field.required(
            below: path,
            [
                "id": .string, "userId": .string, "products": .array, "products[*].productId": .string,
                "products[*].quantity": .int, "totalAmount": .money,
            ]
        ) + [
            .required("\(path).status", .enum, values: ["pending", "paid", "shipped", "delivered", "cancelled"])
        ] + Field.required(below: path, ["createdAt": .date, "updatedAt": .date])
    }
}
