import Foundation
import ReferenceClients

/// A client with an injected timeout and clock, which the examples of the pages use without declaring it.
struct ReservationService: Sendable {
    private let client: APIClient

    init(baseURL: URL, timeout: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock()) {
        client = APIClient(baseURL: baseURL, timeout: timeout, retry: Self.retry, clock: clock)
    }

    /// The policy that the contracts of the pages declare.
    private static let retry = {
        var policy = RetryPolicy()
        policy.statuses = [500, 502, 503, 504]
        policy.cap = .seconds(20)
        policy.jitter = .none
        return policy
    }()

    func fetchReservations() async throws -> [Reservation] {
        try await client.value(from: Endpoint(.get, "/api/v1/reservations"))
    }

    func cancelReservation(id: Int) async throws { try await client.remove("/api/v1/reservations/\(id)") }
}
