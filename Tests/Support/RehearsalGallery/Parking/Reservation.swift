#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A reservation of a parking spot.
package struct Reservation: Sendable, Hashable {
    package var id: Int
    package var userID: Int
    package var spotID: Int
    package var startsAt: Date
    package var endsAt: Date
    package var code: String
    package var status: Status
    package var totalPrice: Decimal
    package var discount: Decimal?
    package var vehicleType: String?
    package var seats: Int?
    package var receipt: URL?
    package var createdAt: Date
    package var updatedAt: Date?

    /// The status of a reservation.
    package enum Status: Sendable, Hashable {
        case pending, confirmed, active, completed, cancelled
        /// A value that this client does not know, as newer servers may send.
        case unknown(String)
    }
}

extension Reservation.Status {
    init(_ word: String) {
        self =
            switch word {
            case "pending": .pending
            case "confirmed": .confirmed
            case "active": .active
            case "completed": .completed
            case "cancelled": .cancelled
            default: .unknown(word)
            }
    }
}
