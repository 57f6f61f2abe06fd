import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The shop's orders", .limitedConcurrency)
struct OrderRepositoryTests {
    private let order = NewOrder(userId: "12", products: [.init(productId: "11", quantity: 1)])

    @Test("An order has every field of the recording.", .backend("apps/shop/happy-path"))
    func get() async throws {
        #expect(try await Backend.current.shop().orders.getOrder(id: "9003") == Order.paid())
    }

    @Test("The pages of a list without an envelope end at the total of the backend.", .backend("apps/shop/happy-path"))
    func pages() async throws {
        let backend = try Backend.current
        let orders = backend.shop().orders
        let first = try await orders.getUserOrders(userId: "7", page: 1, limit: 2)
        let last = try await orders.getUserOrders(userId: "7", page: 2, limit: 2)
        #expect((first.items + last.items).map(\.id) == ["9001", "9002", "9003"])
        #expect((first.items + last.items).map(\.status) == [.delivered, .shipped, .paid])
        #expect(first.total == 3)
        #expect(!first.isLast)
        #expect(last.total == 3)
        #expect(last.isLast)
        #expect(
            backend.journal.requests
                == ["GET /users/7/orders?page=1&limit=2", "GET /users/7/orders?page=2&limit=2"]
        )
    }

    @Test("An empty reply yields an empty page.", .backend("apps/shop/empty"))
    func empty() async throws {
        #expect(try await Backend.current.shop().orders.getUserOrders(userId: "8", page: 1, limit: 20).items.isEmpty)
    }

    @Test("A placed order can be read.", .backend("apps/shop/happy-path"))
    func create() async throws {
        let backend = try Backend.current
        let orders = backend.shop().orders
        let placed = try await orders.createOrder(order)
        #expect(placed.id == "9004")
        #expect(placed.userId == "12")
        #expect(placed.status == .pending)
        #expect(try await orders.getOrder(id: "9004") == placed)
        let body = try JSON(parsing: try #require(backend.journal.entries.first).text)
        #expect(body.isEquivalent(to: ["userId": "12", "products": [["productId": "11", "quantity": 1]]]))
    }

    @Test("A cancelled order stays cancelled.", .backend("apps/shop/happy-path"))
    func update() async throws {
        let backend = try Backend.current
        let orders = backend.shop().orders
        #expect(try await orders.updateOrderStatus(id: "9003", status: .cancelled).status == .cancelled)
        #expect(try await orders.getOrder(id: "9003").status == .cancelled)
        #expect(backend.journal.entries.first?.text == #"{"status":"cancelled"}"#)
    }

    @Test("A rejected status throws an error with the backend's message.", .backend("apps/shop/happy-path"))
    func refused() async throws {
        let orders = try Backend.current.shop().orders
        let message = "An order that has been delivered cannot be cancelled."
        await #expect(throws: ShopError.statusRefused(message)) {
            try await orders.updateOrderStatus(id: "9001", status: .cancelled)
        }
    }

    @Test(
        "An order of an unavailable product throws an error with the backend's message.",
        .backend("apps/shop/out-of-stock")
    )
    func outOfStock() async throws {
        let orders = try Backend.current.shop().orders
        await #expect(throws: ShopError.outOfStock("Wool rug: none left.")) { try await orders.createOrder(order) }
    }

    @Test("An order whose reply was lost is not repeated.", .backend("apps/shop/lost-reply"))
    func lostReply() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await backend.shop().orders.createOrder(order) }
        #expect(error.urlErrorCode == .networkConnectionLost)
        #expect(backend.journal.requests == ["POST /orders"])
    }

    @Test("A truncated order throws a decoding error.", .backend("apps/shop/malformed"))
    func malformed() async throws {
        let error = try await networkError { try await Backend.current.shop().orders.getOrder(id: "9003") }
        guard case .decodingError(_, let body?) = error else { throw Unwanted(description: "\(error)") }
        #expect(String(decoding: body, as: UTF8.self) == #"{"id": "9003", "userId""#)
    }

    @Test("Unknown values of a newer backend are accepted.", .backend("apps/shop/newer-backend"))
    func newerBackend() async throws {
        let backend = try Backend.current
        let orders = try await backend.shop().orders.getUserOrders(userId: "7", page: 1, limit: 20).items
        #expect(orders.map(\.status) == [.unknown("awaiting_pickup"), .paid])
        #expect(orders.map { "\($0.totalAmount)" } == ["0.3", "349.5"])
        #expect(orders[0].createdAt == (try instant("2026-03-02T18:00:00Z")).addingTimeInterval(0.25))
        #expect(orders[0].updatedAt == (try instant("2026-03-02T20:00:00Z")))
        #expect(orders.map(\.status.knownRawValue) == [nil, "paid"])
    }

    @Test("An unknown status is not sent.", .backend("apps/shop/happy-path"))
    func unknownStatus() async throws {
        let backend = try Backend.current
        await #expect(throws: ShopError.invalidStatus) {
            try await backend.shop().orders.updateOrderStatus(id: "9003", status: .unknown("awaiting_pickup"))
        }
        #expect(backend.journal.count == 0)
    }
}
