import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@MainActor
@Suite("The interactor of the item list", .limitedConcurrency)
struct ItemListInteractorTests {
    private let presenter = ScenePresenterSpy()

    private func sut(_ backend: Backend, clock: RecordingClock = RecordingClock()) -> ItemListInteractor {
        let client = APIClient(baseURL: backend.baseURL, timeout: .seconds(3_600), clock: clock)
        return ItemListInteractor(service: FeatureService(networking: Networking(client: client)), presenter: presenter)
    }

    @Test("The interactor presents the loading state and then the items.", .backend("apps/features/happy-path"))
    func load() async throws {
        let sut = sut(try Backend.current)
        await sut.load()
        #expect(presenter.lists.map(\.isLoading) == [true, false, false])
        #expect(presenter.lists.last?.items.count == 4)
        #expect(presenter.lists.last == sut.list)
    }

    @Test("A failed fetch presents the reason and keeps the items.")
    func failure() async throws {
        let backend = try Backend.start("apps/features/happy-path")
        let sut = sut(backend)
        await sut.load()
        try backend.play(try Backend.start("apps/features/server-error").scenario)
        await sut.load()
        #expect(sut.list.errorMessage == "We have been told, and look into it.")
        #expect(sut.list.items.count == 4)
        #expect(!sut.list.isLoading)
    }

    @Test("A cancelled fetch presents no error.", .backend("apps/features/stall"))
    func cancelled() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let task = Task { await sut.load() }
        try await backend.wait(for: .get("/items"), within: .seconds(300))
        task.cancel()
        await task.value
        #expect(sut.list == ItemList())
    }

    @Test(
        "Several items are deleted by their identities.",
        .backend("apps/features/happy-path")
    )
    func delete() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        await sut.load()
        await sut.delete(["itm-03", "itm-01"])
        #expect(sut.list.items.map(\.id) == ["itm-02", "itm-04"])
        #expect(backend.journal.requests("DELETE").map(\.target) == ["/items/itm-01", "/items/itm-03"])
        await sut.load()
        #expect(sut.list.items.map(\.id) == ["itm-02", "itm-04"])
    }

    @Test("An item that is deleted during a fetch does not reappear.")
    func deletedMeanwhile() async throws {
        var scenario = try Backend.start("apps/features/happy-path").scenario
        scenario.endpoints.append(.overlay(.get, "/items", Scenario.Overlay(hold: "list")))
        let backend = try Backend.start(scenario)
        try backend.release("list")
        let sut = sut(backend)
        await sut.load()
        try backend.hold("list")
        let late = Task { await sut.load() }
        try await backend.wait(for: .get("/items"), count: 2, within: .seconds(300))
        await sut.delete(["itm-01"])
        try backend.release("list")
        await late.value
        #expect(sut.list.items.map(\.id) == ["itm-02", "itm-03", "itm-04"])
    }

    @Test("An item that cannot be deleted stays, and the others are deleted.", .backend("apps/features/item-gone"))
    func oneFails() async throws {
        let sut = sut(try Backend.current)
        await sut.load()
        await sut.delete(["itm-01", "itm-02", "itm-03"])
        #expect(sut.list.items.map(\.id) == ["itm-02", "itm-04"])
        #expect(sut.list.errorMessage == "The item was deleted on another device.")
    }

    @Test("A cancelled deletion deletes no further item and presents no error.", .backend("apps/features/outage"))
    func cancelledDeletion() async throws {
        let backend = try Backend.current
        // Cancels at the second pause, because the list takes the first.
        let sut = sut(backend, clock: RecordingClock { withUnsafeCurrentTask { $0?.cancel() } })
        let list = Task { await sut.load() }
        await list.value
        await sut.load()
        let deletion = Task { await sut.delete(["itm-01", "itm-02"]) }
        await deletion.value
        #expect(sut.list.items.count == 4)
        #expect(sut.list.errorMessage == nil)
        #expect(backend.journal.requests("DELETE").count == 1)
    }
}
