import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@MainActor
@Suite("The list of products", .limitedConcurrency)
struct ProductListViewModelTests {
    private func sut(_ backend: Backend, category: String? = nil) -> ProductListViewModel {
        let products = backend.shop().getProducts
        return ProductListViewModel(getProducts: products, category: category, limit: 4)
    }

    @Test("Scrolling reads page after page up to the last.", .backend("apps/shop/happy-path"))
    func scrolls() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        for _ in 0..<5 { await sut.loadMore() }
        #expect(sut.state.items.map(\.id) == (11...19).map(String.init))
        #expect(!sut.state.isLoading)
        #expect(sut.state.errorMessage == nil)
        #expect(backend.journal.requests == (1...3).map { "GET /products?page=\($0)&limit=4" })
    }

    @Test("An item that moves between pages is shown once.", .backend("apps/shop/shifting-pages"))
    func shifting() async throws {
        let sut = sut(try Backend.current)
        for _ in 0..<3 { await sut.loadMore() }
        #expect(sut.state.items.map(\.id) == ["11", "12", "13", "14", "16", "17", "18", "19"])
    }

    @Test("A failed page keeps the others and is requested again alone.", .backend("paging/page-2-fails-once"))
    func failure() async throws {
        let sut = sut(try Backend.current)
        await sut.loadMore()
        await sut.loadMore()
        #expect(sut.state.items.count == 4)
        #expect(sut.state.errorMessage == "Something broke")
        await sut.loadMore()
        #expect(sut.state.items.count == 8)
        #expect(sut.state.errorMessage == nil)
    }

    @Test("A refresh starts again at the first page.", .backend("apps/shop/happy-path"))
    func refresh() async throws {
        let backend = try Backend.current
        let sut = sut(backend, category: "lighting")
        await sut.loadMore()
        await sut.refresh()
        #expect(sut.state.items.map(\.id) == ["11", "12"])
        #expect(
            backend.journal.requests
                == Array(repeating: "GET /products?category=lighting&page=1&limit=4", count: 2)
        )
    }

    @Test("The loading state is shown during a fetch.", .backend("apps/shop/empty"))
    func loading() async throws {
        var seen: [Bool] = []
        let products = try Backend.current.shop().getProducts
        let sut = ProductListViewModel(getProducts: products) { seen.append($0.isLoading) }
        await sut.loadMore()
        #expect(seen == [true, false])
    }

    @Test("A cancelled fetch shows no error.", .backend("apps/shop/happy-path"))
    func cancelled() async throws {
        let sut = sut(try Backend.current)
        let task = Task { await sut.loadMore() }
        task.cancel()
        await task.value
        #expect(sut.state.errorMessage == nil)
        #expect(!sut.state.isLoading)
    }
}
