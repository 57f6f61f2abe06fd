import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The reservation service", .limitedConcurrency)
struct ReservationServiceTests {
    private let request = CreateReservationRequest(
        parkingSpotId: 3,
        startsAt: Date(timeIntervalSince1970: 1_772_701_200),
        endsAt: Date(timeIntervalSince1970: 1_772_710_200),
        vehicleType: "car"
    )

    private func sut(_ backend: Backend) -> ReservationService {
        ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub, clock: RecordingClock()))
    }

    private func date(_ text: String) throws -> Date { try #require(Timestamp(text)).date }

    @Test("The list has every field of the recording.", .backend("apps/parking/happy-path"))
    func list() async throws {
        let backend = try Backend.current
        let reservations = try await sut(backend).fetchReservations()
        #expect(reservations.map(\.id) == [41, 42, 43, 38, 40])
        #expect(reservations.map(\.status) == [.active, .confirmed, .pending, .completed, .cancelled])
        #expect(reservations.map { "\($0.totalPrice)" } == ["7.5", "12.3", "33.1", "4", "0.3"])
        let expected = Reservation(
            id: 42,
            userId: 7,
            parkingSpotId: 3,
            startsAt: try date("2026-03-02T17:30:00Z"),
            endsAt: try date("2026-03-02T19:00:00Z"),
            confirmationCode: "PK-9ZC81T",
            status: .confirmed,
            totalPrice: try #require(Decimal(string: "12.30")),
            createdAt: try date("2026-02-28T09:05:48Z"),
            updatedAt: try date("2026-02-28T09:05:52Z")
        )
        #expect(reservations[1] == expected)
        #expect(backend.journal.requests == ["GET /api/v1/reservations"])
    }

    @Test("An empty reply yields an empty list.", .backend("apps/parking/empty"))
    func empty() async throws {
        #expect(try await sut(try Backend.current).fetchReservations().isEmpty)
    }

    @Test("A creation sends the request and returns the new reservation.", .backend("apps/parking/happy-path"))
    func create() async throws {
        let backend = try Backend.current
        let reservation = try await sut(backend).createReservation(request)
        #expect(reservation.id == 44)
        #expect(reservation.startsAt == request.startsAt)
        let entry = try #require(backend.journal.entries.first)
        let expected: JSON = [
            "parking_spot_id": 3, "starts_at": "2026-03-05T09:00:00Z", "ends_at": "2026-03-05T11:30:00Z",
            "vehicle_type": "car",
        ]
        #expect(try JSON(parsing: entry.text).isEquivalent(to: expected))
    }

    @Test("A missing value is omitted from the body.", .backend("apps/parking/happy-path"))
    func createWithoutVehicle() async throws {
        let backend = try Backend.current
        var request = request
        request.vehicleType = nil
        _ = try await sut(backend).createReservation(request)
        #expect(backend.journal.entries.map { $0.text.contains("vehicle_type") } == [false])
    }

    @Test("A cancellation succeeds without a body.", .backend("apps/parking/happy-path"))
    func cancel() async throws {
        let backend = try Backend.current
        try await sut(backend).cancelReservation(id: 42)
        #expect(backend.journal.requests == ["DELETE /api/v1/reservations/42"])
        #expect(backend.journal.entries.map(\.status) == [204])
        #expect(backend.journal.entries.map(\.body.length) == [0])
    }

    @Test("A cancellation of a missing reservation throws an error.")
    func cancelMissing() async throws {
        let backend = try Backend.start(Scenario("gone", endpoints: [.any("/**", replies: [.init(404)])]))
        let error = try await networkError { try await sut(backend).cancelReservation(id: 42) }
        #expect(error.failure?.status == 404)
        #expect(backend.journal.count == 1)
    }

    @Test("A conflict throws an error for an unavailable spot.", .backend("apps/parking/spot-unavailable"))
    func conflict() async throws {
        let backend = try Backend.current
        await #expect(throws: ReservationError.spotUnavailable) { try await sut(backend).createReservation(request) }
        #expect(backend.journal.count == 1)
    }

    @Test("A rejected time range throws an error of its own.", .backend("apps/parking/invalid-time-range"))
    func invalidTimeRange() async throws {
        let backend = try Backend.current
        await #expect(throws: ReservationError.invalidTimeRange) { try await sut(backend).createReservation(request) }
    }

    @Test("A failed payment throws an error with the backend's message.", .backend("apps/parking/payment-failed"))
    func paymentFailed() async throws {
        let backend = try Backend.current
        await #expect(throws: ReservationError.paymentFailed("Your card was declined.")) {
            try await sut(backend).createReservation(request)
        }
    }

    @Test(
        "An invalid date throws a decoding error with its path and does not become the present.",
        .backend("apps/parking/malformed")
    )
    func malformed() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await sut(backend).fetchReservations() }
        #expect(error.codingPath == "[1].starts_at")
        let half = try await networkError { try await sut(backend).createReservation(request) }
        guard case .decodingError(_, let body?) = half else { throw Unwanted(description: "\(half)") }
        #expect(String(decoding: body, as: UTF8.self) == #"{"id": 44, "user_id""#)
    }

    @Test(
        "An impossible value throws an error with its path.",
        arguments: [("ends_at", "2026-03-02T07:59:59Z"), ("total_price", -0.5)] as [(String, JSON)]
    )
    func impossible(_ key: String, _ value: JSON) async throws {
        var reservation: [String: JSON] = [
            "id": 41, "user_id": 7, "parking_spot_id": 12, "confirmation_code": "PK-7Q4M2A", "status": "active",
            "starts_at": "2026-03-02T08:00:00Z", "ends_at": "2026-03-02T08:00:00Z", "total_price": 0,
            "created_at": "2026-02-27T16:20:11Z", "updated_at": "2026-03-02T08:01:37Z",
        ]
        let good = JSON.object(reservation.map { .init($0.key, $0.value) })
        reservation[key] = value
        let bad = JSON.object(reservation.map { .init($0.key, $0.value) })
        let replies = [good, bad].map { Scenario.Reply(body: .json([$0])) }
        let backend = try Backend.start(
            Scenario("impossible", endpoints: [.get("/api/v1/reservations", replies: replies)])
        )
        #expect(try await sut(backend).fetchReservations().count == 1)
        let error = try await networkError { try await sut(backend).fetchReservations() }
        #expect(error.codingPath == "[0].\(key)")
    }

    @Test("Unknown values of a newer backend are accepted.", .backend("apps/parking/newer-backend"))
    func newerBackend() async throws {
        let reservations = try await sut(try Backend.current).fetchReservations()
        #expect(reservations.map(\.status) == [.unknown("waitlisted"), .confirmed])
        #expect(reservations.map { "\($0.totalPrice)" } == ["15", "0.3"])
        #expect(reservations[0].startsAt == (try date("2026-03-02T18:00:00Z")).addingTimeInterval(0.25))
        #expect(reservations[0].endsAt == (try date("2026-03-02T20:00:00Z")))
    }

    @Test("The spots have every field of the recording.", .backend("apps/parking/happy-path"))
    func spots() async throws {
        let backend = try Backend.current
        let sut = ParkingSpotService(client: APIClient(baseURL: backend.baseURL, tokens: .stub))
        let spots = try await sut.fetchParkingSpots()
        #expect(spots.map(\.id) == [3, 7, 12])
        let expected = ParkingSpot(
            id: 3,
            name: "B-03",
            address: "1 Harbour Street",
            pricePerHour: try #require(Decimal(string: "8.20")),
            latitude: 53.5436,
            longitude: 9.9663,
            isAvailable: true
        )
        #expect(spots[0] == expected)
        #expect(backend.journal.requests == ["GET /api/v1/parking_spots"])
    }
}
