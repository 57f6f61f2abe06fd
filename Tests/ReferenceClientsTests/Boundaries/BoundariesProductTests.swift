import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("Products of the boundaries app", .limitedConcurrency)
struct BoundariesProductTests {
    @Test("Every field is mapped, and prices are exact.", .backend("apps/boundaries/happy-path"))
    func list() async throws {
        let backend = try Backend.current
        let products = try await backend.boundaries().products.getProducts()
        let pictures = ["front", "back"].map { backend.baseURL.appendingPathComponent("pictures/31/\($0)") }
        let notebook = Product(
            id: "31",
            name: "Notebook",
            description: "A5, 96 pages, dotted.",
            price: try amount("12.40"),
            category: "paper",
            images: pictures,
            isAvailable: true
        )
        #expect(products.first == notebook)
        #expect(products.map { "\($0.price)" } == ["12.4", "0.3", "1234.56"])
        #expect(products.map(\.isAvailable) == [true, true, false])
        #expect(backend.journal.requests == ["GET /products"])
    }

    @Test("An empty reply yields an empty list.", .backend("apps/boundaries/empty"))
    func empty() async throws {
        #expect(try await Backend.current.boundaries().products.getProducts().isEmpty)
    }

    @Test("An envelope and a price as a string are accepted.", .backend("apps/boundaries/newer-backend"))
    func newerBackend() async throws {
        let products = try await Backend.current.boundaries().products.getProducts()
        #expect(products.map { "\($0.id): \($0.price)" } == ["33: 1234.56"])
    }

    @Test("An invalid price throws an error with its path.", .backend("apps/boundaries/malformed"))
    func malformed() async throws {
        let error = try await networkError { try await Backend.current.boundaries().products.getProducts() }
        #expect(error.codingPath == "[2].price")
    }

    @Test("A 503 is retried after the requested delay.", .backend("apps/boundaries/outage"))
    func outage() async throws {
        let backend = try Backend.current
        let clock = RecordingClock()
        let sut = Boundaries(client: backend.boundariesClient(clock))
        #expect(try await sut.products.getProducts().count == 3)
        #expect(backend.journal.entries.map(\.status) == [503, 503, 200])
        #expect(clock.requested == [.seconds(1), .seconds(1)])
    }
}
