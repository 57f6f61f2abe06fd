public import Foundation

/// A reservation of a parking spot.
public struct Reservation: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: Int
    /// The identifier of the user who made the reservation.
    public let userId: Int
    /// The identifier of the parking spot.
    public let parkingSpotId: Int
    /// The start of the reservation.
    public let startsAt: Date
    /// The end of the reservation, exclusive.
    public let endsAt: Date
    /// The code that the driver shows at the entrance.
    public let confirmationCode: String
    /// The current status.
    public let status: ReservationStatus
    /// The exact price in the local currency.
    public let totalPrice: Decimal
    /// The time at which the reservation was created.
    public let createdAt: Date
    /// The time at which the reservation last changed.
    public let updatedAt: Date

    /// Creates a reservation.
    public init(
        id: Int,
        userId: Int,
        parkingSpotId: Int,
        startsAt: Date,
        endsAt: Date,
        confirmationCode: String,
        status: ReservationStatus,
        totalPrice: Decimal,
        createdAt: Date,
        updatedAt: Date,
    ) {
        self.id = id
        self.userId = userId
        self.parkingSpotId = parkingSpotId
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.confirmationCode = confirmationCode
        self.status = status
        self.totalPrice = totalPrice
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A status of a reservation.
public enum ReservationStatus: Sendable, Hashable {
    /// The reservation was requested.
    case pending
    /// The backend accepted the reservation.
    case confirmed
    /// The spot is in use.
    case active
    /// The reservation has ended.
    case completed
    /// The user cancelled the reservation.
    case cancelled
    /// A status that this client does not know, with its raw value. A reservation with such a status still decodes.
    case unknown(String)

    /// Creates a status from the raw value of the backend.
    public init(_ word: String) {
        switch word {
        case "pending": self = .pending
        case "confirmed": self = .confirmed
        case "active": self = .active
        case "completed": self = .completed
        case "cancelled": self = .cancelled
        default: self = .unknown(word)
        }
    }

    /// Whether the reservation was completed or cancelled.
    public var isOver: Bool { self == .completed || self == .cancelled }
}
