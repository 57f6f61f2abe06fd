import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@MainActor
@Suite("The list of users", .limitedConcurrency)
struct UserListViewModelTests {
    private func sut(
        _ backend: Backend,
        didChange: @escaping @MainActor (ListState<Users.User>) -> Void = { _ in }
    ) -> Users.UserListViewModel {
        let client = Users.HTTPClient(
            client: APIClient(baseURL: backend.baseURL, timeout: .seconds(3_600), clock: RecordingClock())
        )
        let getUsers = Users.GetUsersUseCase(repository: Users.UserRepository(client: client))
        return Users.UserListViewModel(getUsers: getUsers, didChange: didChange)
    }

    @Test("The list shows the loading state and then the users.", .backend("apps/users/happy-path"))
    func loads() async throws {
        var seen: [Bool] = []
        let sut = sut(try Backend.current) { seen.append($0.isLoading) }
        await sut.load()
        #expect(sut.state.items.map(\.name) == ["Barbara Gordon", "Bruce Wayne", "Dick Grayson"])
        #expect(sut.state.errorMessage == nil)
        #expect(seen == [true, false, false])
    }

    @Test("A failed fetch shows the reason, stops loading, and keeps the users.")
    func failure() async throws {
        let backend = try Backend.start("apps/users/happy-path")
        let sut = sut(backend)
        await sut.load()
        try backend.play(try Backend.start("apps/users/server-error").scenario)
        await sut.load()
        #expect(sut.state.errorMessage == "We have been told, and look into it.")
        #expect(sut.state.items.count == 3)
        #expect(!sut.state.isLoading)
    }

    @Test("A cancelled fetch shows no error.", .backend("apps/users/stall"))
    func cancelled() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let task = Task { await sut.load() }
        try await backend.wait(for: .get("/users"), within: .seconds(300))
        #expect(sut.state.isLoading)
        task.cancel()
        await task.value
        #expect(sut.state.errorMessage == nil)
        #expect(!sut.state.isLoading)
    }

    @Test("A late reply does not replace a newer one.")
    func late() async throws {
        let getUsers = LateUseCaseMock()
        let sut = Users.UserListViewModel(getUsers: getUsers)
        let first = Task { await sut.load() }
        await getUsers.firstHasArrived.arrive()
        await sut.load()
        await getUsers.firstMayGo.arrive()
        await first.value
        #expect(sut.state.items.map(\.name) == ["2"])
        #expect(!sut.state.isLoading)
    }
}

/// Returns from the first call after the second.
private actor LateUseCaseMock: Users.GetUsersUseCaseContract {
    nonisolated let firstHasArrived = Barrier(count: 2)
    nonisolated let firstMayGo = Barrier(count: 2)
    private var times = 0

    func execute() async throws -> [Users.User] {
        times += 1
        let time = times
        if time == 1 {
            await firstHasArrived.arrive()
            await firstMayGo.arrive()
        }
        return [.named("\(time)")]
    }
}
