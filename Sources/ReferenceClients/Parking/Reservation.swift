public import Foundation

/// A parking spot that is taken for a time.
public struct Reservation: Sendable, Hashable, Identifiable {
    /// Which one it is.
    public let id: Int
    /// Whose it is.
    public let userId: Int
    /// What is taken.
    public let parkingSpotId: Int
    /// From then on.
    public let startsAt: Date
    /// Until then; then it is free again.
    public let endsAt: Date
    /// What the driver shows at the gate.
    public let confirmationCode: String
    /// How far it has got.
    public let status: ReservationStatus
    /// In the currency of the place.
    public let totalPrice: Decimal
    /// When it was made.
    public let createdAt: Date
    /// When it was last changed.
    public let updatedAt: Date

    /// A reservation.
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

/// How far a reservation has got.
public enum ReservationStatus: Sendable, Hashable {
    /// Asked for.
    case pending
    /// Granted.
    case confirmed
    /// The car is there.
    case active
    /// Over.
    case completed
    /// Given back.
    case cancelled
    /// A word of a newer backend: that one reservation is shown without it, and the list is not lost.
    case unknown(String)

    /// What a word of the backend means.
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

    /// Whether the spot is not, or no longer, to be used.
    public var isOver: Bool { self == .completed || self == .cancelled }
}
