import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The shop's use cases", .limitedConcurrency)
struct ShopUseCaseTests {
    /// Invalid input and the expected error.
    struct Wrong: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var error: ShopError
        var ask: @Sendable (Shop) async throws -> Void
    }

    private static let item = OrderItem(productId: "11", quantity: 1)
    private static let kim = NewShopUser(name: "Kim", email: "kim@shop.example")

    private static let users: [Wrong] = [
        Wrong(testDescription: "an empty user id", error: .invalidUserId) {
            _ = try await $0.getUser.execute(id: "")
        },
        Wrong(testDescription: "a blank user id", error: .invalidUserId) {
            _ = try await $0.deleteUser.execute(id: " \n")
        },
        Wrong(testDescription: "an update with an empty user id", error: .invalidUserId) {
            _ = try await $0.updateUser.execute(id: "", updates: .init(name: "A"))
        },
        Wrong(testDescription: "an empty update", error: .nothingToUpdate) {
            _ = try await $0.updateUser.execute(id: "7", updates: .init())
        },
        Wrong(testDescription: "an update to a blank name", error: .invalidName) {
            _ = try await $0.updateUser.execute(id: "7", updates: .init(name: " "))
        },
        Wrong(testDescription: "an update to an invalid address", error: .invalidEmail) {
            _ = try await $0.updateUser.execute(id: "7", updates: .init(email: "kim"))
        },
        Wrong(testDescription: "a user without a name", error: .invalidName) {
            _ = try await $0.createUser.execute(.init(name: "", email: kim.email))
        },
        Wrong(testDescription: "a user with an invalid address", error: .invalidEmail) {
            _ = try await $0.createUser.execute(.init(name: "Kim", email: "kim@"))
        },
        Wrong(testDescription: "page 0", error: .invalidPage) {
            _ = try await $0.getUsers.execute(page: 0)
        },
        Wrong(testDescription: "a page with limit 0", error: .invalidPage) {
            _ = try await $0.getUsers.execute(limit: 0)
        },
    ]

    private static let products: [Wrong] = [
        Wrong(testDescription: "an empty product id", error: .invalidProductId) {
            _ = try await $0.getProduct.execute(id: "")
        },
        Wrong(testDescription: "a page with limit 101", error: .invalidPage) {
            _ = try await $0.getProducts.execute(limit: 101)
        },
        Wrong(testDescription: "a blank query", error: .invalidQuery) {
            _ = try await $0.searchProducts.execute(query: "  ")
        },
        Wrong(testDescription: "a search on page -1", error: .invalidPage) {
            _ = try await $0.searchProducts.execute(query: "lamp", page: -1)
        },
    ]

    private static let orders: [Wrong] = [
        Wrong(testDescription: "an order with an empty user id", error: .invalidUserId) {
            _ = try await $0.createOrder.execute(.init(userId: "", products: [item]))
        },
        Wrong(testDescription: "an empty order", error: .emptyOrder) {
            _ = try await $0.createOrder.execute(.init(userId: "7", products: []))
        },
        Wrong(testDescription: "an order with quantity 0", error: .emptyOrder) {
            let none = OrderItem(productId: "11", quantity: 0)
            _ = try await $0.createOrder.execute(.init(userId: "7", products: [item, none]))
        },
        Wrong(testDescription: "an order with an empty product id", error: .invalidProductId) {
            let blank = OrderItem(productId: "", quantity: 1)
            _ = try await $0.createOrder.execute(.init(userId: "7", products: [blank]))
        },
        Wrong(testDescription: "an empty order id", error: .invalidOrderId) {
            _ = try await $0.getOrder.execute(id: "")
        },
        Wrong(testDescription: "orders with an empty user id", error: .invalidUserId) {
            _ = try await $0.getUserOrders.execute(userId: "")
        },
        Wrong(testDescription: "orders on page 0", error: .invalidPage) {
            _ = try await $0.getUserOrders.execute(userId: "7", page: 0)
        },
        Wrong(testDescription: "a status with an empty order id", error: .invalidOrderId) {
            _ = try await $0.updateOrderStatus.execute(id: "", status: .paid)
        },
        Wrong(testDescription: "a sign-up with an empty order", error: .emptyOrder) {
            _ = try await $0.placeOrder.execute([], for: kim)
        },
        Wrong(testDescription: "an order of a user without a name", error: .invalidName) {
            let nameless = NewShopUser(name: "", email: "kim@shop.example")
            _ = try await $0.placeOrder.execute([item], for: nameless)
        },
    ]

    @Test("Invalid input throws its error and is not sent.", arguments: users + products + orders)
    func wrong(_ wrong: Wrong) async throws {
        let backend = try Backend.start("apps/shop/happy-path")
        let shop = backend.shop()
        await #expect(throws: wrong.error) { try await wrong.ask(shop) }
        #expect(backend.journal.count == 0)
        #expect(!wrong.error.localizedDescription.isEmpty)
    }

    @Test("Valid input is sent.", .backend("apps/shop/happy-path"))
    func right() async throws {
        let backend = try Backend.current
        let shop = backend.shop()
        _ = try await shop.getUser.execute(id: "7")
        _ = try await shop.getUsers.execute(page: 2, limit: 3)
        _ = try await shop.createUser.execute(Self.kim)
        _ = try await shop.updateUser.execute(id: "7", updates: .init(email: "r@shop.example"))
        #expect(try await shop.deleteUser.execute(id: "7"))
        _ = try await shop.getProduct.execute(id: "11")
        _ = try await shop.getProducts.execute(category: "lighting")
        _ = try await shop.searchProducts.execute(query: "lamp")
        let order = NewOrder(userId: "7", products: [Self.item])
        _ = try await shop.createOrder.execute(order)
        _ = try await shop.getOrder.execute(id: "9003")
        _ = try await shop.getUserOrders.execute(userId: "7")
        _ = try await shop.updateOrderStatus.execute(id: "9003", status: .cancelled)
        #expect(
            backend.journal.requests == [
                "GET /users/7", "GET /users?page=2&limit=3", "POST /users", "PATCH /users/7", "DELETE /users/7",
                "GET /products/11", "GET /products?category=lighting&page=1&limit=20",
                "GET /products/search?q=lamp&page=1&limit=20", "POST /orders", "GET /orders/9003",
                "GET /users/7/orders?page=1&limit=20", "PATCH /orders/9003",
            ]
        )
    }

    @Test("Each error has a message for the user.")
    func words() {
        #expect(ShopError.emailTaken.localizedDescription == "This address is already registered.")
        #expect(ShopError.outOfStock("None left.").localizedDescription == "None left.")
        #expect(ShopError.invalidStatus.localizedDescription == "The order cannot have this status.")
    }
}
