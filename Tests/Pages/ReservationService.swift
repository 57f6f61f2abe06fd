import Foundation

/// What a reader of the pages is taken to have: a client whose timeout and clock are handed to it.
struct ReservationService: Sendable {
    let baseURL: URL
    var timeout: Duration = .seconds(30)
    var clock: any Clock<Duration> = ContinuousClock()

    func fetchReservations() async throws -> [Reservation] { [] }
    func cancelReservation(id: Int) async throws {}
}
