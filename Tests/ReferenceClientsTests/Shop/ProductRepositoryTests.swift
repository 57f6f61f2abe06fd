import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The shop's products", .limitedConcurrency)
struct ProductRepositoryTests {
    @Test("A product has every field of the recording.", .backend("apps/shop/happy-path"))
    func get() async throws {
        let backend = try Backend.current
        let photo = backend.baseURL.appendingPathComponent("products/11/photo")
        #expect(try await backend.shop().products.getProduct(id: "11") == Product.lamp(images: [photo]))
        #expect(backend.journal.requests == ["GET /products/11"])
    }

    @Test("A page is requested by number and limit, and a category by its name.", .backend("apps/shop/happy-path"))
    func pages() async throws {
        let backend = try Backend.current
        let products = backend.shop().products
        let all = try await products.getProducts(category: nil, page: 1, limit: 4)
        #expect(all.items.map { "\($0.price)" } == ["29.9", "119", "349.5", "189"])
        #expect(all.total == 9)
        #expect(!all.isLast)
        let lamps = try await products.getProducts(category: "lighting", page: 1, limit: 4)
        #expect(lamps.items.map(\.id) == ["11", "12"])
        #expect(lamps.isLast)
        #expect(
            backend.journal.requests
                == ["GET /products?page=1&limit=4", "GET /products?category=lighting&page=1&limit=4"]
        )
    }

    @Test("A search sends the entered text encoded.", .backend("apps/shop/happy-path"))
    func search() async throws {
        let backend = try Backend.current
        let products = backend.shop().products
        #expect(try await products.searchProducts(query: "lamp", page: 1, limit: 4).items.map(\.id) == ["11", "12"])
        #expect(try await products.searchProducts(query: "a+b & c", page: 1, limit: 4).items.isEmpty)
        #expect(backend.journal.entries.last?.target == "/products/search?q=a%2Bb%20%26%20c&page=1&limit=4")
    }

    @Test("An empty list and an empty search yield empty pages.", .backend("apps/shop/empty"))
    func empty() async throws {
        let products = try Backend.current.shop().products
        #expect(try await products.getProducts(category: nil, page: 1, limit: 20).items.isEmpty)
        #expect(try await products.searchProducts(query: "lamp", page: 1, limit: 20).items.isEmpty)
    }

    @Test("An invalid price throws an error with its path.", .backend("apps/shop/malformed"))
    func malformed() async throws {
        let products = try Backend.current.shop().products
        let error = try await networkError { try await products.getProducts(category: nil, page: 1, limit: 4) }
        #expect(error.codingPath == "items[1].price")
    }

    @Test("A price as a string is exact.", .backend("apps/shop/newer-backend"))
    func priceAsString() async throws {
        #expect(try await Backend.current.shop().products.getProduct(id: "11") == Product.lamp())
    }

    @Test("A missing product throws a 404 with the backend's message.", .backend("apps/shop/happy-path"))
    func missing() async throws {
        let error = try await networkError { try await Backend.current.shop().products.getProduct(id: "99") }
        #expect(error.failure?.problem?.title == "No such product")
    }

    @Test("A stalled list ends with the timeout, and stored products are shown.", .backend("apps/shop/stall"))
    func stall() async throws {
        let backend = try Backend.current
        let client = backend.client(timeout: .seconds(1), retry: .none)
        var stores = Shop.Stores()
        stores.products = MemoryStore([try Product.lamp()])
        let sut = Shop(client: client, stores: stores)
        #expect(try await sut.products.getProducts(category: nil, page: 1, limit: 4).items == [Product.lamp()])
        let error = try await networkError {
            try await sut.orders.createOrder(NewOrder(userId: "7", products: []))
        }
        #expect(error.urlErrorCode == .timedOut)
        // A client on a busy machine may time out before its request is on the way.
        await backend.journal.settled()
        #expect(backend.journal.count <= 2)
    }
}
