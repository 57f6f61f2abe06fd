import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A page", .limitedConcurrency)
struct PageTests {
    private let all = Array(1...5)

    @Test(
        "A list is split into pages, and a page beyond it is empty.",
        arguments: [
            (1, 2, [1, 2]), (3, 2, [5]), (4, 2, []), (1, 9, [1, 2, 3, 4, 5]), (0, 2, []), (.max, .max, []),
            (.min, 2, []),
        ] as [(Int, Int, [Int])]
    )
    func cut(_ number: Int, _ limit: Int, _ items: [Int]) {
        #expect(Page(number, of: all, limit: limit).items == items)
    }

    @Test("The total determines the last page, even after an incomplete one.")
    func totals() {
        #expect(!Page(items: [1], number: 1, limit: 2, total: 5).isLast)
        #expect(Page(items: [5], number: 3, limit: 2, total: 5).isLast)
        #expect(Page<Int>(items: [], number: .max, limit: 2, total: .max).isLast)
    }

    @Test("An incomplete page is the last one without a total.")
    func noTotal() {
        #expect(!Page(items: [1, 2], number: 1, limit: 2).isLast)
        #expect(Page(items: [1], number: 1, limit: 2).isLast)
    }

    @Test("A limit that the server lowers applies to the page.")
    func smallerPages() async throws {
        let list: JSON = ["items": [], "limit": 1, "total": 2]
        let backend = try Backend.start(
            Scenario("small", endpoints: [.get("/users", replies: [.init(body: .json(list))])])
        )
        let page = try await backend.shop().users.getUsers(page: 1, limit: 100)
        #expect(page.limit == 1)
        #expect(!page.isLast)
    }

    @Test("An invalid limit of the server is ignored.")
    func nonsense() async throws {
        let list: JSON = ["items": [], "limit": 0]
        let backend = try Backend.start(
            Scenario("nonsense", endpoints: [.get("/users", replies: [.init(body: .json(list))])])
        )
        let page = try await backend.shop().users.getUsers(page: 1, limit: 100)
        #expect(page.limit == 100)
        #expect(page.isLast)
    }
}
