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
        do {
            let reservation: ReservationDTO = try await client.value(
                from: Endpoint(.post, "/api/v1/reservations", json: request)
            )
            return reservation.reservation
        } catch NetworkError.httpError(let failure) {
            throw ReservationError(failure) ?? NetworkError.httpError(failure)
        }
    }

    /// `DELETE /api/v1/reservations/{id}`.
    public func cancelReservation(id: Reservation.ID) async throws {
        try await client.remove("/api/v1/reservations/\(id)")
    }
}
