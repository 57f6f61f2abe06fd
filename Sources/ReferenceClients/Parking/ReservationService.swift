public import Foundation

/// A service that reads, creates and cancels reservations.
public protocol ReservationServiceProtocol: Sendable {
    /// Returns all reservations of the user, in the order of the backend.
    func fetchReservations() async throws -> [Reservation]
    /// Creates a reservation.
    ///
    /// - Throws: ``ReservationError`` for a rejection with a known reason; ``NetworkError`` for other failures.
    func createReservation(_ request: CreateReservationRequest) async throws -> Reservation
    /// Cancels a reservation.
    func cancelReservation(id: Reservation.ID) async throws
}

/// A reservation service over HTTP: `/api/v1/reservations`.
public struct ReservationService: ReservationServiceProtocol {
    private let client: any APIClientProtocol

    /// Creates a service.
    public init(client: any APIClientProtocol) { self.client = client }

    /// Sends `GET /api/v1/reservations`.
    public func fetchReservations() async throws -> [Reservation] {
        let reservations: [ReservationDTO] = try await client.value(from: Endpoint(.get, "/api/v1/reservations"))
        return reservations.map(\.reservation)
    }

    /// Sends `POST /api/v1/reservations` without retries, because a request whose response is lost may have succeeded.
    public func createReservation(_ request: CreateReservationRequest) async throws -> Reservation {
        let endpoint = try Endpoint(.post, "/api/v1/reservations", json: request)
        return try await NetworkError.translated(by: ReservationError.init) {
            try await client.model(\ReservationDTO.reservation, from: endpoint)
        }
    }

    /// Sends `DELETE /api/v1/reservations/{id}`.
    public func cancelReservation(id: Reservation.ID) async throws {
        try await client.remove("/api/v1/reservations/\(id)")
    }
}

/// A domain error of a rejected reservation.
public enum ReservationError: LocalizedError, Sendable, Hashable {
    /// Another user has reserved the spot: 409.
    case spotUnavailable
    /// The spot cannot be reserved for that time: 422.
    case invalidTimeRange
    /// The payment failed: 402, with the message of the backend.
    case paymentFailed(String)

    /// Creates the domain error of a failure; returns nil for other failures.
    init?(_ failure: HTTPFailure) {
        switch failure.status {
        case 402:
            self = .paymentFailed(
                failure.problem?.detail ?? failure.problem?.title ?? "The payment did not go through."
            )
        case 409: self = .spotUnavailable
        case 422: self = .invalidTimeRange
        default: return nil
        }
    }

    /// The message for the user of the app.
    public var errorDescription: String? {
        switch self {
        case .spotUnavailable: "This spot has just been taken."
        case .invalidTimeRange: "This spot cannot be reserved for that time."
        case .paymentFailed(let message): message
        }
    }
}
