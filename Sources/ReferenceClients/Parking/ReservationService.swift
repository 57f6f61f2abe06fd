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
    ///
    /// A reservation that is gone when the request is repeated was given back by the attempt whose answer was lost
    /// (RFC 9110 §9.2.2: the response may differ, the effect does not).
    public func cancelReservation(id: Reservation.ID) async throws {
        do {
            try await client.perform(Endpoint(.delete, "/api/v1/reservations/\(id)"))
        } catch NetworkError.httpError(let failure)
            where [404, 410].contains(failure.status) && failure.response.attempts > 1
        {}
    }
}
