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
