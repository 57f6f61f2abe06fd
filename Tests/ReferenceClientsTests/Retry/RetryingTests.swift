import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Retries", .limitedConcurrency)
struct RetryingTests {
    private let clock = RecordingClock()

    private func client(_ backend: Backend, timeout: Duration = .seconds(3_600)) -> APIClient {
        APIClient(baseURL: backend.baseURL, tokens: .stub, timeout: timeout, clock: clock)
    }

    private let request = CreateReservationRequest(
        parkingSpotId: 3,
        startsAt: Date(timeIntervalSince1970: 1_772_701_200),
        endsAt: Date(timeIntervalSince1970: 1_772_710_200)
    )

    @Test("A 503 is retried after the requested delay.", .backend("apps/parking/outage"))
    func recovers() async throws {
        let backend = try Backend.current
        #expect(try await ReservationService(client: client(backend)).fetchReservations().count == 5)
        #expect(backend.journal.entries.map(\.status) == [503, 503, 200])
        #expect(clock.requested == [.seconds(1), .seconds(1)])
    }

    @Test("A lasting outage ends after three attempts with the last failure.")
    func bounded() async throws {
        let replies = (1...4).map { number in
            Scenario.Reply(503, headers: ["X-Request-ID": "req-\(number)"], body: .problem(["title": "maintenance"]))
        }
        let backend = try Backend.start(Scenario("outage", endpoints: [.get("/item", replies: replies)]))
        let error = try await networkError { try await client(backend).perform(Endpoint(.get, "/item")) }
        #expect(error.failure?.requestID == "req-3")
        #expect(error.failure?.problem?.title == "maintenance")
        #expect(error.failure?.response.attempts == 3)
        #expect(backend.journal.count == 3)
        #expect(clock.requested.count == 2)
    }

    @Test("The parking app shows the last message of the backend.", .backend("apps/parking/outage-for-ever"))
    func parking() async throws {
        let backend = try Backend.current
        let sut = ParkingSpotService(client: client(backend))
        let error = try await networkError { try await sut.fetchParkingSpots() }
        #expect(error.localizedDescription == "We are back in a moment.")
        #expect(backend.journal.count == 3)
    }

    @Test("A POST is not retried on a fresh connection or on a reused one.", .backend("apps/parking/outage"))
    func post() async throws {
        let backend = try Backend.current
        let client = client(backend)
        for isFresh in [true, false] {
            let sut = ReservationService(client: client)
            let error = try await networkError { try await sut.createReservation(request) }
            #expect(error.failure?.status == 503, "on a \(isFresh ? "fresh" : "used") connection")
        }
        #expect(backend.journal.requests == ["POST /api/v1/reservations", "POST /api/v1/reservations"])
        #expect(clock.requested.isEmpty)
    }

    @Test("A POST whose reply was lost is not retried.", .backend("apps/parking/lost-reply"))
    func lostPost() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: client(backend))
        let error = try await networkError { try await sut.createReservation(request) }
        #expect(error.urlErrorCode == .networkConnectionLost)
        #expect(backend.journal.requests == ["POST /api/v1/reservations"])
    }

    @Test("A POST that timed out is not retried.", .backend("apps/parking/stall"))
    func stalledPost() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: client(backend, timeout: .seconds(1)))
        let error = try await networkError { try await sut.createReservation(request) }
        #expect(error.urlErrorCode == .timedOut)
        // A client on a busy machine may time out before its request is on the way.
        await backend.journal.settled()
        #expect(backend.journal.count <= 1)
    }

    @Test("A POST with a key is retried with the same key and the same body.", .backend("apps/parking/outage"))
    func keyedPost() async throws {
        let backend = try Backend.current
        let headers: HeaderFields = ["Idempotency-Key": "8e03978e"]
        let endpoint = try Endpoint(.post, "/api/v1/reservations", headers: headers, json: request)
        try await client(backend).perform(endpoint)
        let entries = backend.journal.entries
        #expect(entries.map(\.status) == [503, 503, 201])
        #expect(entries.map { $0.headers["Idempotency-Key"] } == ["8e03978e", "8e03978e", "8e03978e"])
        #expect(Set(entries.map(\.text)).count == 1)
        #expect(entries.allSatisfy { $0.body.length > 0 && $0.body.isComplete })
    }

    @Test("A GET whose reply was lost is retried.", .backend("apps/parking/lost-reply"))
    func lostGet() async throws {
        let backend = try Backend.current
        #expect(try await ReservationService(client: client(backend)).fetchReservations().count == 5)
        #expect(backend.journal.count == 2)
        #expect(clock.requested.count == 1)
    }

    @Test("A DELETE whose reply was lost succeeds.", .backend("apps/parking/lost-reply"))
    func lostDelete() async throws {
        let backend = try Backend.current
        try await ReservationService(client: client(backend)).cancelReservation(id: 42)
        #expect(backend.journal.entries.map(\.status) == [nil, 404])
    }

    @Test("A permanent status is not retried.", arguments: [400, 401, 403, 404, 409, 422, 500, 501])
    func permanent(_ status: Int) async throws {
        let backend = try Backend.start(Scenario("no", endpoints: [.get("/item", replies: [.init(status)])]))
        let error = try await networkError { try await client(backend).perform(Endpoint(.get, "/item")) }
        #expect(error.failure?.status == status)
        #expect(backend.journal.count == 1)
    }

    @Test("An unreadable reply is not requested again.", .backend("apps/parking/malformed"))
    func malformed() async throws {
        let backend = try Backend.current
        _ = try await networkError { try await ReservationService(client: client(backend)).fetchReservations() }
        #expect(backend.journal.count == 1)
    }

    @Test("A cancellation during a pause sends no further request.", .backend("apps/parking/outage"))
    func cancelled() async throws {
        let backend = try Backend.current
        let clock = RecordingClock { withUnsafeCurrentTask { $0?.cancel() } }
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub, clock: clock))
        let task = Task { try await sut.fetchReservations() }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.requested == [.seconds(1)])
        #expect(backend.journal.count == 1)
    }
}
