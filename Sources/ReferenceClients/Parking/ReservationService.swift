public import Foundation

/// Reads, makes and gives back reservations.
public protocol ReservationServiceProtocol: Sendable {
    /// All of the user's reservations, as the backend orders them.
    func fetchReservations() async throws -> [Reservation]
    /// Makes one.
    ///
    /// - Throws: ``ReservationError`` if it cannot be had, ``NetworkError`` if it is not known.
    func createReservation(_ request: CreateReservationRequest) async throws -> Reservation
    /// Gives one back.
    func cancelReservation(id: Reservation.ID) async throws
}

/// Reservations over HTTP: `/api/v1/reservations`.
public struct ReservationService: ReservationServiceProtocol {
    private let client: any APIClientProtocol

    /// A service that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `GET /api/v1/reservations`.
    public func fetchReservations() async throws -> [Reservation] {
        let reservations: [ReservationDTO] = try await client.value(from: Endpoint(.get, "/api/v1/reservations"))
        return reservations.map(\.reservation)
    }

    /// `POST /api/v1/reservations`, once: an answer that was lost may have been a yes.
    public func createReservation(_ request: CreateReservationRequest) async throws -> Reservation {
        let endpoint = try Endpoint(.post, "/api/v1/reservations", json: request)
        return try await NetworkError.translated(by: ReservationError.init) {
            try await client.model(\ReservationDTO.reservation, from: endpoint)
        }
    }

    /// `DELETE /api/v1/reservations/{id}`.
    public func cancelReservation(id: Reservation.ID) async throws {
        try await client.remove("/api/v1/reservations/\(id)")
    }
}

/// Why there is no reservation, in the words of the app.
public enum ReservationError: LocalizedError, Sendable, Hashable {
    /// Somebody else was faster: 409.
    case spotUnavailable
    /// The spot cannot be had for that time: 422.
    case invalidTimeRange
    /// The payment did not go through: 402, with what the server says about it.
    case paymentFailed(String)

    /// What a failure means to the app; nil if it means nothing in particular.
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

    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? {
        switch self {
        case .spotUnavailable: "This spot has just been taken."
        case .invalidTimeRange: "This spot cannot be reserved for that time."
        case .paymentFailed(let message): message
        }
    }
}
