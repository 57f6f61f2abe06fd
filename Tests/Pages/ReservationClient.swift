import Foundation

/// What a reader of the pages is taken to have: a client that needs to know where its backend is.
struct ReservationClient: Sendable {
    let baseURL: URL

    func reservations() async throws -> [Reservation] { [] }
}
