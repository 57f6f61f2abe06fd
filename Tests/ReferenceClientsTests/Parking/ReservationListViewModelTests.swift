import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@MainActor
@Suite("The list of reservations", .limitedConcurrency)
struct ReservationListViewModelTests {
    /// 2 March 2026, 9:00 UTC.
    private let now = Date(timeIntervalSince1970: 1_772_442_000)

    private func sut(
        _ backend: Backend,
        at now: Date? = nil,
        didChange: @escaping @MainActor (ListState<Reservation>) -> Void = { _ in }
    ) -> ReservationListViewModel {
        let now = now ?? self.now
        let client = APIClient(
            baseURL: backend.baseURL,
            tokens: .stub,
            timeout: .seconds(3_600),
            clock: RecordingClock()
        )
        return ReservationListViewModel(
            service: ReservationService(client: client),
            now: { now },
            didChange: didChange
        )
    }

    @Test("Upcoming and active reservations are derived from the current time.", .backend("apps/parking/happy-path"))
    func derives() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        await sut.load()
        #expect(sut.upcoming.map(\.id) == [42, 43])
        #expect(sut.active.map(\.id) == [41])
        #expect(!sut.state.isLoading)
        #expect(sut.state.errorMessage == nil)
    }

    @Test("A reservation is active from its start until just before its end.", .backend("apps/parking/happy-path"))
    func bounds() async throws {
        let backend = try Backend.current
        let begin = sut(backend, at: Date(timeIntervalSince1970: 1_772_472_600))
        await begin.load()
        #expect(begin.active.map(\.id) == [42])
        #expect(begin.upcoming.map(\.id) == [43])
        let end = sut(backend, at: Date(timeIntervalSince1970: 1_772_478_000))
        await end.load()
        #expect(end.active.isEmpty)
    }

    @Test("The loading state is shown during a fetch.", .backend("apps/parking/happy-path"))
    func loading() async throws {
        var seen: [Bool] = []
        let backend = try Backend.current
        let sut = sut(backend) { seen.append($0.isLoading) }
        await sut.load()
        #expect(seen == [true, false, false])
    }

    @Test("A cleared list is empty, and the result of a fetch in progress is discarded.")
    func cleared() async throws {
        let held = Scenario.Reply(body: .json([]), hold: "list")
        let backend = try Backend.start(Scenario("held", endpoints: [.get("/api/v1/reservations", replies: [held])]))
        var states: [ListState<Reservation>] = []
        let sut = sut(backend) { states.append($0) }
        let load = Task { await sut.load() }
        try await backend.wait(for: .get("/api/v1/reservations"), within: .seconds(300))
        sut.clear()
        try backend.release("list")
        await load.value
        #expect(states.map(\.isLoading) == [true, false])
        #expect(sut.state == ListState())
    }

    @Test("A failed fetch shows the reason, stops loading, and keeps the items.")
    func failure() async throws {
        let backend = try Backend.start(
            Scenario(
                "once",
                endpoints: [
                    .get(
                        "/api/v1/reservations",
                        replies: [.init(body: .json([])), .init(500, body: .problem(["detail": "We broke it."]))]
                    )
                ]
            )
        )
        let sut = sut(backend)
        await sut.load()
        #expect(sut.state.errorMessage == nil)
        await sut.load()
        #expect(sut.state.errorMessage == "We broke it.")
        #expect(!sut.state.isLoading)
        #expect(backend.journal.count == 2)
    }

    @Test("A network error is shown as a message.", .backend("apps/parking/malformed"))
    func words() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        await sut.load()
        #expect(sut.state.errorMessage == "The server's answer could not be read.")
        #expect(sut.state.items.isEmpty)
    }

    @Test("A cancelled fetch shows no error and stops loading.", .backend("apps/parking/stall"))
    func cancelled() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let task = Task { await sut.load() }
        task.cancel()
        await task.value
        #expect(sut.state.errorMessage == nil)
        #expect(!sut.state.isLoading)
    }

    @Test("A late reply does not replace a newer one.")
    func late() async throws {
        let service = LateService()
        let sut = ReservationListViewModel(service: service, now: { Date() })
        let first = Task { await sut.load() }
        await service.firstHasArrived.arrive()
        await sut.load()
        #expect(sut.state.items.map(\.id) == [2])
        await service.firstMayGo.arrive()
        await first.value
        #expect(sut.state.items.map(\.id) == [2])
        #expect(!sut.state.isLoading)
    }

    @Test("A reservation that is cancelled during a fetch does not reappear.")
    func givenBackMeanwhile() async throws {
        var scenario = try Backend.start("apps/parking/happy-path").scenario
        scenario.endpoints.append(.overlay(.get, "/api/v1/reservations", Scenario.Overlay(hold: "list")))
        let backend = try Backend.start(scenario)
        try backend.release("list")
        let sut = sut(backend)
        await sut.load()
        try backend.hold("list")
        let late = Task { await sut.load() }
        try await backend.wait(for: .get("/api/v1/reservations"), count: 2, within: .seconds(300))
        await sut.cancel([42])
        try backend.release("list")
        await late.value
        #expect(sut.state.items.map(\.id) == [41, 43, 38, 40])
    }

    @Test("A cancelled deletion sends no further request and shows no error.")
    func cancelledWhileGivingBack() async throws {
        var scenario = try Backend.start("apps/parking/happy-path").scenario
        scenario.endpoints.append(
            .overlay(.delete, "/**", Scenario.Overlay(fault: .init(.stall(), at: .beforeHead)))
        )
        let backend = try Backend.start(scenario)
        let sut = sut(backend)
        await sut.load()
        let task = Task { await sut.cancel([41, 42]) }
        try await backend.wait(for: .delete("/api/v1/reservations/41"), within: .seconds(300))
        task.cancel()
        await task.value
        #expect(sut.state.items.count == 5)
        #expect(sut.state.errorMessage == nil)
        #expect(backend.journal.requests("DELETE").count == 1)
    }

    @Test("Several reservations are cancelled by their identities.", .backend("apps/parking/happy-path"))
    func cancelsSeveral() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        await sut.load()
        await sut.cancel([41, 42])
        #expect(
            backend.journal.requests("DELETE").map(\.target)
                == ["/api/v1/reservations/41", "/api/v1/reservations/42"]
        )
        #expect(sut.state.items.map(\.id) == [43, 38, 40])
    }
}

/// Replies to the first fetch after the second.
private actor LateService: ReservationServiceProtocol {
    nonisolated let firstHasArrived = Barrier(count: 2)
    nonisolated let firstMayGo = Barrier(count: 2)
    private var fetches = 0

    func fetchReservations() async throws -> [Reservation] {
        fetches += 1
        let fetch = fetches
        if fetch == 1 {
            await firstHasArrived.arrive()
            await firstMayGo.arrive()
        }
        return [try reservation(id: fetch)]
    }

    private func reservation(id: Int) throws -> Reservation {
        let date = Date()
        return Reservation(
            id: id,
            userId: 7,
            parkingSpotId: 3,
            startsAt: date,
            endsAt: date,
            confirmationCode: "",
            status: .pending,
            totalPrice: 1,
            createdAt: date,
            updatedAt: date
        )
    }

    func createReservation(_ request: CreateReservationRequest) async throws -> Reservation { try reservation(id: 0) }
    func cancelReservation(id: Reservation.ID) async throws {}
}
