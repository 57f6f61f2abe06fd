import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The service of the features app", .limitedConcurrency)
struct FeatureServiceTests {
    private let clock = RecordingClock()

    private func sut(_ backend: Backend) -> FeatureService {
        FeatureService(networking: Networking(client: APIClient(baseURL: backend.baseURL, clock: clock)))
    }

    @Test("The list has every field of the recording.", .backend("apps/features/happy-path"))
    func list() async throws {
        let backend = try Backend.current
        let items = try await sut(backend).fetchItems()
        #expect(items.map(\.id) == ["itm-01", "itm-02", "itm-03", "itm-04"])
        #expect(items[3] == Item(id: "itm-04", title: "Cafés near you", subtitle: "Within ten minutes on foot"))
        #expect(backend.journal.requests == ["GET /items"])
    }

    @Test("A deleted item is no longer in the list.", .backend("apps/features/happy-path"))
    func delete() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        try await sut.deleteItem(id: "itm-02")
        #expect(try await sut.fetchItems().map(\.id) == ["itm-01", "itm-03", "itm-04"])
        #expect(backend.journal.entries.map(\.status) == [204, 200])
    }

    @Test("An empty reply yields an empty list.", .backend("apps/features/empty"))
    func empty() async throws {
        #expect(try await sut(try Backend.current).fetchItems().isEmpty)
    }

    @Test(
        "A deletion of a missing item throws an error with the backend's message.",
        .backend("apps/features/item-gone")
    )
    func gone() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await sut(backend).deleteItem(id: "itm-02") }
        #expect(error.failure?.status == 404)
        #expect(error.localizedDescription == "The item was deleted on another device.")
        #expect(backend.journal.count == 1)
    }

    @Test("A deletion whose reply was lost succeeds.", .backend("apps/features/lost-reply"))
    func lostReply() async throws {
        let backend = try Backend.current
        try await sut(backend).deleteItem(id: "itm-02")
        #expect(backend.journal.entries.map(\.status) == [nil, 404])
        #expect(clock.requested.count == 1)
    }

    @Test("A 503 is retried after the requested delay.", .backend("apps/features/outage"))
    func outage() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        #expect(try await sut.fetchItems().count == 4)
        try await sut.deleteItem(id: "itm-01")
        #expect(backend.journal.entries.map(\.status) == [503, 200, 503, 204])
        #expect(clock.requested == [.seconds(1), .seconds(1)])
    }

    @Test("A 500 throws an error with its request id.", .backend("apps/features/server-error"))
    func serverError() async throws {
        let backend = try Backend.current
        let list = try await networkError { try await sut(backend).fetchItems() }
        #expect(list.failure?.status == 500)
        #expect(list.failure?.requestID == "req-3011")
        let deletion = try await networkError { try await sut(backend).deleteItem(id: "itm-01") }
        #expect(deletion.failure?.status == 500)
        #expect(backend.journal.count == 2)
    }

    @Test("An item without a subtitle throws an error with its path.", .backend("apps/features/malformed"))
    func malformed() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await sut(backend).fetchItems() }
        #expect(error.codingPath == "[2].subtitle")
    }
}
