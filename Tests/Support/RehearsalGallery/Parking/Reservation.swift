#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A parking spot that is somebody's for a while.
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

    /// How far it has come.
    package enum Status: Sendable, Hashable {
        case pending, confirmed, active, completed, cancelled
        /// A word that a newer server says.
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
