import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A sign-up with an order", .limitedConcurrency)
struct PlaceOrderTests {
    private let kim = NewShopUser(name: "Kim Park", email: "kim@shop.example")
    private let items = [OrderItem(productId: "16", quantity: 1)]

    private func sut(_ backend: Backend, _ stores: Shop.Stores) -> PlaceOrderUseCase {
        backend.shop(stores).placeOrder
    }

    @Test("The order belongs to the new user.", .backend("apps/shop/happy-path"))
    func places() async throws {
        let backend = try Backend.current
        let stores = Shop.Stores()
        let order = try await sut(backend, stores).execute(items, for: kim)
        #expect(order.userId == "12")
        #expect(backend.journal.requests == ["POST /users", "POST /orders"])
        #expect(try await stores.users.values().map(\.id) == ["12"])
        #expect(try await stores.orders.values() == [order])
    }

    @Test("A failed sign-up sends no order.", .backend("apps/shop/email-taken"))
    func firstFails() async throws {
        let backend = try Backend.current
        let stores = Shop.Stores()
        await #expect(throws: ShopError.emailTaken) { try await sut(backend, stores).execute(items, for: kim) }
        #expect(backend.journal.requests == ["POST /users"])
        #expect(try await stores.users.values().isEmpty)
    }

    @Test("A failed order stores nothing.", .backend("apps/shop/out-of-stock"))
    func secondFails() async throws {
        let backend = try Backend.current
        let stores = try Shop.Stores.used()
        await #expect(throws: ShopError.outOfStock("Wool rug: none left.")) {
            try await sut(backend, stores).execute(items, for: kim)
        }
        #expect(backend.journal.requests == ["POST /users", "POST /orders"])
        #expect(try await stores.users.values().map(\.id) == ["7", "8"])
        #expect(try await stores.orders.values().map(\.id) == ["9003", "9004"])
    }
}
