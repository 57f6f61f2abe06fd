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
