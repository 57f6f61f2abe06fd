import Foundation

/// A client with a configurable base URL, which the examples of the pages use without declaring it.
struct ReservationClient: Sendable {
    let baseURL: URL

    func reservations() async throws -> [Reservation] { [] }
}
