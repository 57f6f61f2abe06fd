import Foundation

/// A client with an injected timeout and clock, which the examples of the pages use without declaring it.
struct ReservationService: Sendable {
    let baseURL: URL
    var timeout: Duration = .seconds(30)
    var clock: any Clock<Duration> = ContinuousClock()

    func fetchReservations() async throws -> [Reservation] { [] }
    func cancelReservation(id: Int) async throws {}
}
