import ReferenceClients
import TestAdmission
import Testing

@Suite("A pager", .limitedConcurrency)
struct PagerTests {
    private struct Item: Identifiable, Hashable, Sendable {
        var id: Int
        var version = 1
    }

    /// Records the requested pages.
    private actor Pages {
        var asked: [Int] = []

        func note(_ page: Int) { asked.append(page) }
    }

    private let pages = Pages()

    private func items(_ ids: ClosedRange<Int>) -> [Item] { ids.map { Item(id: $0) } }

    @Test("Concurrent callers get the pages in order, each requested once.")
    func together() async throws {
        let all = items(1...10)
        let sut = Pager<Item>(limit: 1) { [pages] number, limit in
            await pages.note(number)
            // Suspends once more, so that the other callers arrive while the page is being read.
            _ = await pages.asked
            return Page(number, of: all, limit: limit)
        }
        try await withThrowingTaskGroup(of: [Item].self) { group in
            for _ in 0..<8 { group.addTask { try await sut.loadMore() } }
            for try await read in group {
                #expect(read == Array(all.prefix(read.count)))
                #expect(!read.isEmpty)
            }
        }
        let asked = await pages.asked
        #expect(asked == Array(1...asked.count))
        #expect(await sut.items == Array(all.prefix(asked.count)))
    }

    @Test("A failed page is requested again.")
    func failure() async throws {
        let all = items(1...3)
        let sut = Pager<Item>(limit: 2) { [pages] number, limit in
            await pages.note(number)
            if await pages.asked == [1, 2] { throw AuthenticationError.signedOut }
            return Page(number, of: all, limit: limit)
        }
        _ = try await sut.loadMore()
        await #expect(throws: AuthenticationError.self) { try await sut.loadMore() }
        #expect(try await sut.loadMore() == all)
        #expect(await sut.isAtEnd)
        #expect(await pages.asked == [1, 2, 2])
    }

    @Test("A page from before a refresh is dropped.")
    func refresh() async throws {
        let (arrived, mayGo) = (Barrier(count: 2), Barrier(count: 2))
        let sut = Pager<Item>(limit: 2) { [pages] number, limit in
            await pages.note(number)
            guard await pages.asked.count == 2 else {
                let version = await pages.asked.count
                return Page(items: [Item(id: number, version: version)], number: number, limit: limit, total: 9)
            }
            await arrived.arrive()
            await mayGo.arrive()
            return Page(items: [Item(id: 99)], number: number, limit: limit, total: 9)
        }
        _ = try await sut.loadMore()
        let old = Task { try await sut.loadMore() }
        await arrived.arrive()
        #expect(try await sut.refresh() == [Item(id: 1, version: 3)])
        await mayGo.arrive()
        #expect(try await old.value == [Item(id: 1, version: 3)])
        #expect(try await sut.loadMore().map(\.id) == [1, 2])
        #expect(await pages.asked == [1, 2, 1, 2])
    }

    @Test("A failed refresh keeps the items.")
    func failedRefresh() async throws {
        let sut = Pager<Item>(limit: 2) { [pages] number, limit in
            await pages.note(number)
            if await pages.asked.count > 1 { throw AuthenticationError.signedOut }
            return Page(items: [Item(id: 1)], number: number, limit: limit)
        }
        _ = try await sut.loadMore()
        await #expect(throws: AuthenticationError.self) { try await sut.refresh() }
        #expect(await sut.items == [Item(id: 1)])
    }

    @Test("A server that repeats one page forever ends the list.")
    func forEver() async throws {
        let sut = Pager<Item>(limit: 2) { [pages] number, limit in
            await pages.note(number)
            return Page(items: [Item(id: 1), Item(id: 2)], number: number, limit: limit)
        }
        for _ in 0..<5 { #expect(try await sut.loadMore().map(\.id) == [1, 2]) }
        #expect(await pages.asked == [1, 2])
    }

    @Test("An empty page does not end a list whose total is larger.")
    func emptyPage() async throws {
        let sut = Pager<Item>(limit: 1) { number, limit in
            Page(items: number == 2 ? [] : [Item(id: number)], number: number, limit: limit, total: 3)
        }
        for _ in 0..<4 { _ = try await sut.loadMore() }
        #expect(await sut.items.map(\.id) == [1, 3])
        #expect(await sut.isAtEnd)
    }
}
