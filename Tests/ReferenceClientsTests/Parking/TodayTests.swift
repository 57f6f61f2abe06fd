import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@MainActor
@Suite("The parking app with current dates", .limitedConcurrency)
struct TodayTests {
    private func service(_ backend: Backend) async throws -> ReservationService {
        let authenticator = Authenticator(client: APIClient(baseURL: backend.baseURL))
        try await authenticator.logIn(Credentials(email: "robin@parking.example", password: "secret"))
        return ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: authenticator))
    }

    @Test("The scenario has an active and an upcoming reservation at the current time.", .backend("apps/parking/today"))
    func now() async throws {
        let sut = ReservationListViewModel(service: try await service(try Backend.current))
        await sut.load()
        #expect(sut.active.map(\.id) == [41])
        #expect(sut.upcoming.map(\.id) == [42])
    }

    @Test("A new reservation is listed with its own times until it is cancelled.", .backend("apps/parking/today"))
    func remembers() async throws {
        let service = try await service(try Backend.current)
        let sut = ReservationListViewModel(service: service)
        let begin = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 7_200).rounded(.down))
        let request = CreateReservationRequest(parkingSpotId: 3, startsAt: begin, endsAt: begin + 3_600)
        let made = try await service.createReservation(request)
        await sut.load()
        #expect(sut.upcoming.map(\.id) == [42, 44])
        #expect(sut.upcoming.last?.startsAt == begin)
        #expect(made.startsAt == begin)
        #expect(sut.upcoming.last?.endsAt == begin + 3_600)
        await sut.cancel([42, 44])
        #expect(sut.state.errorMessage == "It cannot be given back any more.")
        #expect(sut.upcoming.map(\.id) == [42])
        await sut.load()
        #expect(sut.upcoming.map(\.id) == [42])
        #expect(sut.state.errorMessage == nil)
        await sut.cancel([44])
        #expect(sut.state.errorMessage == "No such reservation")
    }
}
