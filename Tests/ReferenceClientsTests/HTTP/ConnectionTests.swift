import Foundation
import RehearsalTesting
import TestAdmission
import Testing

@testable import ReferenceClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A connection", .admitted)
struct ConnectionTests {
    @Test("Nobody there is a failure of the network.")
    func refused() async throws {
        let deaf = try #require(DeafPort())
        let baseURL = try #require(URL(string: "http://127.0.0.1:\(deaf.port)"))
        let sut = ReservationService(client: APIClient(baseURL: baseURL, retry: .none))
        let error = try await networkError { try await sut.fetchReservations() }
        #expect(error.urlErrorCode == .cannotConnectToHost)
        withExtendedLifetime(deaf) {}
    }

    @Test("A reset before the head surfaces as a lost connection.", .backend("apps/parking/lost-reply"))
    func reset() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub, retry: .none))
        let error = try await networkError { try await sut.fetchReservations() }
        #expect(error.urlErrorCode == .networkConnectionLost)
        #expect(backend.journal.count == 1)
    }

    @Test("Half a list is no list.", .backend("apps/parking/truncated"))
    func truncated() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub, retry: .none))
        let error = try await networkError { try await sut.fetchReservations() }
        #expect(error.urlErrorCode != nil)
    }

    @Test("A stalled answer ends with the timeout.", .backend("apps/parking/stall"))
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
        "A part of a second is rounded up: on Linux it would be no time at all.",
        arguments: [
            (.milliseconds(1), 1), (.milliseconds(500), 1), (.seconds(1), 1), (.milliseconds(1_001), 2),
            (.seconds(30), 30),
        ] as [(Duration, TimeInterval)]
    )
    func wholeSeconds(_ timeout: Duration, _ seconds: TimeInterval) {
        #expect(URLSessionTransport.wholeSeconds(timeout) == seconds)
    }

    @Test("Cancelling a request that waits for its answer throws CancellationError, and nothing is sent again.")
    func cancelled() async throws {
        let arrived = Gate(opensAt: 2)
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

    @Test("A task that is cancelled already sends nothing.", .backend("apps/parking/happy-path"))
    func cancelledBefore() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub))
        // Many, because a session that is not kept from it sends such a request only now and then.
        for _ in 0..<50 {
            let gate = Gate(opensAt: 2)
            let task = Task {
                await gate.arrive()
                return try await sut.fetchReservations()
            }
            task.cancel()
            await gate.arrive()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(backend.journal.count == 0)
    }
}
