import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The shop without a connection", .limitedConcurrency)
struct FallbackTests {
    private let kim = NewShopUser(name: "Kim Park", email: "kim@shop.example")

    /// Reads everything and expects the stored values.
    private func expectKept(_ shop: Shop) async throws {
        #expect(try await shop.users.getUser(id: "7").name == "Robin, as kept")
        #expect(try await shop.users.getUsers(page: 1, limit: 1).items.map(\.id) == ["7"])
        #expect(try await shop.users.getUsers(page: 2, limit: 1).items.map(\.id) == ["8"])
        #expect(try await shop.users.getUsers(page: 3, limit: 1).items.isEmpty)
        #expect(try await shop.products.getProduct(id: "11") == Product.lamp())
        #expect(try await shop.products.getProducts(category: nil, page: 1, limit: 5).items.map(\.id) == ["11", "13"])
        let chairs = try await shop.products.getProducts(category: "chairs", page: 1, limit: 5)
        #expect(chairs.items.map(\.id) == ["13"])
        #expect(chairs.isLast)
        #expect(try await shop.products.searchProducts(query: "LAMP", page: 1, limit: 5).items.count == 2)
        #expect(try await shop.orders.getOrder(id: "9003") == Order.paid())
        #expect(try await shop.orders.getUserOrders(userId: "8", page: 1, limit: 5).items.map(\.id) == ["9004"])
    }

    @Test(
        "Stored values are shown if the monitor reports offline, and nothing is sent.",
        .backend("apps/shop/happy-path")
    )
    func offline() async throws {
        let backend = try Backend.current
        try await expectKept(backend.shop(.used(), monitor: .disconnected))
        #expect(backend.journal.count == 0)
    }

    @Test("Stored values are shown if the connection is lost.", .backend("apps/shop/connection-lost"))
    func lost() async throws {
        try await expectKept(Backend.current.shop(.used()))
    }

    @Test("Fetched values are shown later without a connection.")
    func keeps() async throws {
        let stores = Shop.Stores()
        let (first, second) = (
            try Backend.start("apps/shop/happy-path"), try Backend.start("apps/shop/connection-lost")
        )
        let (shop, later) = (first.shop(stores), second.shop(stores))
        let user = try await shop.users.getUser(id: "7")
        let products = try await shop.products.searchProducts(query: "lamp", page: 1, limit: 4)
        let orders = try await shop.orders.getUserOrders(userId: "7", page: 1, limit: 2)
        let created = try await shop.users.createUser(kim)
        #expect(first.journal.count == 4)
        #expect(try await later.users.getUser(id: "7") == user)
        #expect(try await later.users.getUser(id: "12") == created)
        #expect(try await later.products.searchProducts(query: "lamp", page: 1, limit: 4) == products)
        #expect(try await later.orders.getUserOrders(userId: "7", page: 1, limit: 2).items == orders.items)
        #expect(second.journal.count >= 4)
    }

    @Test("A lost connection throws an error if nothing is stored.", .backend("apps/shop/connection-lost"))
    func nothingKept() async throws {
        let backend = try Backend.current
        let shop = backend.shop()
        let lost = try await networkError { try await shop.users.getUser(id: "7") }
        #expect(lost.urlErrorCode == .networkConnectionLost)
        let list = try await networkError { try await shop.users.getUsers(page: 1, limit: 3) }
        #expect(list.urlErrorCode == .networkConnectionLost)
        let offline = try await networkError {
            try await backend.shop(monitor: .disconnected).orders.getOrder(id: "9003")
        }
        #expect(offline.urlErrorCode == .notConnectedToInternet)
    }

    @Test("A failure of the backend is not hidden by stored values.", .backend("apps/shop/outage-for-ever"))
    func serverError() async throws {
        let backend = try Backend.current
        let shop = backend.shop(try .used())
        let error = try await networkError { try await shop.users.getUser(id: "7") }
        #expect(error.failure?.status == 503)
        #expect(error.failure?.response.attempts == 3)
        let list = try await networkError { try await shop.products.getProducts(category: nil, page: 1, limit: 5) }
        #expect(list.localizedDescription == "We are back in a moment.")
    }

    @Test("A rejection is not hidden by stored values.", arguments: [400, 401, 403, 404, 409, 410, 422, 500])
    func refusals(_ status: Int) async throws {
        let backend = try Backend.start(Scenario("no", endpoints: [.any("/**", replies: [.init(status)])]))
        let shop = backend.shop(try .used())
        let error = try await networkError { try await shop.users.getUser(id: "7") }
        #expect(error.failure?.status == status)
        let list = try await networkError { try await shop.orders.getUserOrders(userId: "7", page: 1, limit: 5) }
        #expect(list.failure?.status == status)
    }

    @Test("An unreadable reply throws an error and does not replace stored values.", .backend("apps/shop/malformed"))
    func malformed() async throws {
        let stores = try Shop.Stores.used()
        let shop = try Backend.current.shop(stores)
        let error = try await networkError { try await shop.users.getUser(id: "7") }
        #expect(error.codingPath == "updatedAt")
        _ = try await networkError { try await shop.products.getProducts(category: nil, page: 1, limit: 4) }
        #expect(try await stores.users.value(id: "7")?.name == "Robin, as kept")
        #expect(try await stores.products.values().map(\.id) == ["11", "13"])
    }

    @Test("A page of a captive portal throws an error and does not replace stored values.")
    func captivePortal() async throws {
        let backend = try Backend.start("connection/captive-portal")
        let stores = try Shop.Stores.used()
        let error = try await networkError { try await backend.shop(stores).users.getUser(id: "7") }
        guard case .decodingError(_, let body?) = error else { throw Unwanted(description: "\(error)") }
        #expect(String(decoding: body, as: UTF8.self).hasPrefix("<html>"))
        #expect(try await stores.users.value(id: "7")?.name == "Robin, as kept")
        #expect(backend.journal.count == 2)
    }

    @Test("A removed user does not reappear without a connection.", .backend("apps/shop/gone"))
    func gone() async throws {
        let shop = try Backend.current.shop()
        #expect(try await shop.users.getUser(id: "7").name == "Robin Doe")
        let missing = try await networkError { try await shop.users.getUser(id: "7") }
        #expect(missing.failure?.status == 404)
        let lost = try await networkError { try await shop.users.getUser(id: "7") }
        #expect(lost.urlErrorCode == .networkConnectionLost)
    }

    @Test("A failed write does not change the stores.", .backend("apps/shop/connection-lost"))
    func writes() async throws {
        let backend = try Backend.current
        for monitor in [FixedNetworkMonitor.connected, .disconnected] {
            let stores = try Shop.Stores.used()
            let shop = backend.shop(stores, monitor: monitor)
            _ = try await networkError { try await shop.users.createUser(kim) }
            _ = try await networkError { try await shop.users.updateUser(id: "7", updates: .init(name: "R")) }
            _ = try await networkError { try await shop.users.deleteUser(id: "7") }
            _ = try await networkError { try await shop.orders.createOrder(.init(userId: "7", products: [])) }
            _ = try await networkError { try await shop.orders.updateOrderStatus(id: "9003", status: .shipped) }
            #expect(try await stores.users.values().map(\.name) == ["Robin, as kept", "Robin Doe"])
            #expect(try await stores.orders.values().map(\.status) == [.paid, .paid])
        }
        #expect(backend.journal.requests("POST").count == 2)
    }

    @Test("A deleted user is removed from the store.", .backend("apps/shop/happy-path"))
    func forgets() async throws {
        let stores = try Shop.Stores.used()
        #expect(try await Backend.current.shop(stores).users.deleteUser(id: "7"))
        #expect(try await stores.users.values().map(\.id) == ["8"])
    }

    @Test("A failing store does not hide the reply of the backend.", .backend("apps/shop/happy-path"))
    func brokenStore() async throws {
        var stores = Shop.Stores()
        stores.users = BrokenStore()
        let users = try Backend.current.shop(stores).users
        #expect(try await users.getUser(id: "7").name == "Robin Doe")
        #expect(try await users.getUsers(page: 1, limit: 3).items.count == 3)
        #expect(try await users.createUser(kim).id == "12")
        #expect(try await users.deleteUser(id: "7"))
        let missing = try await networkError { try await users.getUser(id: "7") }
        #expect(missing.failure?.status == 404)
    }

    @Test("A failing store does not hide the network error.", .backend("apps/shop/connection-lost"))
    func brokenStoreOffline() async throws {
        var stores = Shop.Stores()
        stores.users = BrokenStore()
        let users = try Backend.current.shop(stores).users
        let one = try await networkError { try await users.getUser(id: "7") }
        let all = try await networkError { try await users.getUsers(page: 1, limit: 3) }
        #expect(one.urlErrorCode == .networkConnectionLost)
        #expect(all.urlErrorCode == .networkConnectionLost)
    }

    @Test("A cancelled request does not return stored values.", .backend("apps/shop/happy-path"))
    func cancelled() async throws {
        let backend = try Backend.current
        let users = backend.shop(try .used()).users
        let barrier = Barrier(count: 2)
        let task = Task {
            await barrier.arrive()
            return try await users.getUser(id: "7")
        }
        task.cancel()
        await barrier.arrive()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(backend.journal.count == 0)
    }
}

/// A store whose every operation fails.
private struct BrokenStore: LocalStoreProtocol {
    private struct Broken: Error {}

    func value(id: String) async throws -> ShopUser? { throw Broken() }
    func values() async throws -> [ShopUser] { throw Broken() }
    func save(_ values: [ShopUser]) async throws { throw Broken() }
    func remove(id: String) async throws { throw Broken() }
}
