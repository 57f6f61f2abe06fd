import Foundation
import RehearsalTesting
import TestAdmission
import Testing

@testable import ReferenceClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A connection", .limitedConcurrency)
struct ConnectionTests {
    @Test("A refused connection throws a network error.")
    func refused() async throws {
        let refusing = try #require(RefusingPort())
        let baseURL = try #require(URL(string: "http://127.0.0.1:\(refusing.port)"))
        let sut = ReservationService(client: APIClient(baseURL: baseURL, retry: .none))
        let error = try await networkError { try await sut.fetchReservations() }
        #expect(error.urlErrorCode == .cannotConnectToHost)
        withExtendedLifetime(refusing) {}
    }

    @Test("A reset before the head throws a lost connection.", .backend("apps/parking/lost-reply"))
    func reset() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub, retry: .none))
        let error = try await networkError { try await sut.fetchReservations() }
        #expect(error.urlErrorCode == .networkConnectionLost)
        #expect(backend.journal.count == 1)
    }

    @Test("A truncated list throws an error.", .backend("apps/parking/truncated"))
    func truncated() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub, retry: .none))
        let error = try await networkError { try await sut.fetchReservations() }
        #expect(error.urlErrorCode != nil)
    }

    @Test("A stalled reply ends with the timeout.", .backend("apps/parking/stall"))
    func stall() async throws {
        let backend = try Backend.current
        let client = APIClient(baseURL: backend.baseURL, tokens: .stub, timeout: .seconds(1), retry: .none)
        let error = try await networkError { try await ReservationService(client: client).fetchReservations() }
        #expect(error.urlErrorCode == .timedOut)
        #expect(error.localizedDescription == "The server did not answer in time.")
        // A client on a busy machine may time out before its request is on the way.
        await backend.journal.settled()
        #expect(backend.journal.count <= 1)
    }

    @Test(
        "A timeout is rounded up to whole seconds, because Linux would round it down to zero.",
        arguments: [
            (.milliseconds(1), 1), (.milliseconds(500), 1), (.seconds(1), 1), (.milliseconds(1_001), 2),
            (.seconds(30), 30),
        ] as [(Duration, TimeInterval)]
    )
    func wholeSeconds(_ timeout: Duration, _ seconds: TimeInterval) {
        #expect(URLSessionTransport.wholeSeconds(timeout) == seconds)
    }

    @Test("A cancelled request throws CancellationError and is not repeated.")
    func cancelled() async throws {
        let arrived = Barrier(count: 2)
        let never = Scenario.Reply.later { _ in
            await arrived.arrive()
            return .init(fault: .init(.stall(), at: .beforeHead))
        }
        let backend = try Backend.start(Scenario("never", endpoints: [.get("/api/v1/reservations", replies: [never])]))
        let client = APIClient(baseURL: backend.baseURL, clock: RecordingClock())
        let task = Task { try await ReservationService(client: client).fetchReservations() }
        await arrived.arrive()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await backend.journal.settled()
        #expect(backend.journal.count == 1)
    }

    @Test("A request of a cancelled task is not sent.", .backend("apps/parking/happy-path"))
    func cancelledBefore() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub))
        // Repeated, because a session without the guard sends such a request only occasionally.
        for _ in 0..<50 {
            let barrier = Barrier(count: 2)
            let task = Task {
                await barrier.arrive()
                return try await sut.fetchReservations()
            }
            task.cancel()
            await barrier.arrive()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(backend.journal.count == 0)
    }
}
