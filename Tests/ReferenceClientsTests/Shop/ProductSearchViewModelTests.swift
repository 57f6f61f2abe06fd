import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@MainActor
@Suite("The search for products", .limitedConcurrency)
struct ProductSearchViewModelTests {
    private func sut(_ backend: Backend) -> ProductSearchViewModel {
        ProductSearchViewModel(searchProducts: backend.shop().searchProducts)
    }

    @Test("The found products are shown.", .backend("apps/shop/happy-path"))
    func finds() async throws {
        var seen: [Bool] = []
        let products = try Backend.current.shop().searchProducts
        let sut = ProductSearchViewModel(searchProducts: products) { seen.append($0.isLoading) }
        await sut.search("lamp")
        #expect(sut.state.items.map(\.id) == ["11", "12"])
        #expect(seen == [true, false, false])
    }

    @Test("A late reply does not replace a newer one.", .backend("apps/shop/late-answer"))
    func late() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let first = Task { await sut.search("la") }
        try await backend.wait(for: .get("/products/search"), within: .seconds(300))
        await sut.search("lamp")
        #expect(sut.state.items.count == 2)
        try backend.release("la")
        await first.value
        #expect(sut.state.items.count == 2)
        #expect(!sut.state.isLoading)
        #expect(backend.journal.count == 2)
    }

    @Test(
        "An empty query shows nothing and sends nothing, even if an earlier reply arrives later.",
        .backend("apps/shop/late-answer")
    )
    func emptied() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        await sut.search("lamp")
        let slow = Task { await sut.search("la") }
        try await backend.wait(for: .get("/products/search"), count: 2, within: .seconds(300))
        await sut.search(" ")
        #expect(sut.state.items.isEmpty)
        #expect(!sut.state.isLoading)
        try backend.release("la")
        await slow.value
        #expect(sut.state.items.isEmpty)
        #expect(!sut.state.isLoading)
        #expect(backend.journal.count == 2)
    }

    @Test("A failed search shows the reason and stops loading.", .backend("apps/shop/outage-for-ever"))
    func failure() async throws {
        let sut = sut(try Backend.current)
        await sut.search("lamp")
        #expect(sut.state.errorMessage == "We are back in a moment.")
        #expect(!sut.state.isLoading)
    }

    @Test("A cancelled search shows no error.", .backend("apps/shop/happy-path"))
    func cancelled() async throws {
        let sut = sut(try Backend.current)
        let task = Task { await sut.search("lamp") }
        task.cancel()
        await task.value
        #expect(sut.state.errorMessage == nil)
        #expect(!sut.state.isLoading)
    }
}
