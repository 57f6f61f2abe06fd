import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@MainActor
@Suite("The interactor of a scene", .limitedConcurrency)
struct SceneInteractorTests {
    private let presenter = ScenePresenterSpy()
    private let input = SubmissionInput(subject: "harbour", comment: "The timetable is out of date.")

    private func sut(_ backend: Backend) -> SceneInteractor {
        let client = APIClient(baseURL: backend.baseURL, timeout: .seconds(3_600), clock: RecordingClock())
        return SceneInteractor(worker: SceneWorker(networking: Networking(client: client)), presenter: presenter)
    }

    @Test("The interactor presents the loading state and then the data.", .backend("apps/features/happy-path"))
    func show() async throws {
        await sut(try Backend.current).show(id: "airport")
        #expect(presenter.responses.count == 2)
        #expect(presenter.responses.first == .loading)
        #expect(presenter.responses.last?.dataID == "airport")
    }

    @Test("A failure is presented as a message.", .backend("apps/features/server-error"))
    func failure() async throws {
        await sut(try Backend.current).show(id: "airport")
        #expect(presenter.responses == [.loading, .failed("We have been told, and look into it.")])
    }

    @Test("A late reply for a former identity is not presented.", .backend("apps/features/late-answer"))
    func late() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let first = Task { await sut.show(id: "harbour") }
        try await backend.wait(for: .get("/data/harbour"), within: .seconds(300))
        await sut.show(id: "airport")
        try backend.release("harbour")
        await first.value
        #expect(presenter.responses.compactMap(\.dataID) == ["airport"])
        #expect(backend.journal.entries.map(\.status) == [200, 200])
    }

    @Test("A cancelled fetch presents no error.", .backend("apps/features/stall"))
    func cancelled() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let task = Task { await sut.show(id: "harbour") }
        try await backend.wait(for: .get("/data/harbour"), within: .seconds(300))
        task.cancel()
        await task.value
        #expect(presenter.responses == [.loading, .cancelled])
    }

    @Test("An accepted comment is confirmed with the backend's message.", .backend("apps/features/happy-path"))
    func submit() async throws {
        await sut(try Backend.current).submit(input)
        #expect(presenter.responses == [.loading, .confirmed("Thank you, we read every comment.")])
    }

    @Test("A rejected comment is presented as a failure with the reason.", .backend("apps/features/refused"))
    func refused() async throws {
        await sut(try Backend.current).submit(input)
        #expect(presenter.responses == [.loading, .failed("You have sent this comment already.")])
    }

    @Test("A second tap sends nothing during a submission.", .backend("apps/features/stall"))
    func twice() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let first = Task { await sut.submit(input) }
        try await backend.wait(for: .post("/submissions"), within: .seconds(300))
        await sut.submit(input)
        first.cancel()
        await first.value
        #expect(presenter.responses == [.loading, .cancelled])
        #expect(backend.journal.count == 1)
    }
}
