public import Foundation

/// A reservation to be made.
public struct CreateReservationRequest: Sendable, Hashable {
    /// What is to be taken.
    public var parkingSpotId: Int
    /// From then on.
    public var startsAt: Date
    /// Until then.
    public var endsAt: Date
    /// What is to stand there; nil says nothing about it.
    public var vehicleType: String?

    /// A request.
    public init(parkingSpotId: Int, startsAt: Date, endsAt: Date, vehicleType: String? = nil) {
        self.parkingSpotId = parkingSpotId
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.vehicleType = vehicleType
    }
}

extension CreateReservationRequest: Encodable {
    private enum CodingKeys: String, CodingKey {
        case parkingSpotId = "parking_spot_id"
        case startsAt = "starts_at"
        case endsAt = "ends_at"
        case vehicleType = "vehicle_type"
    }

    /// Writes dates in UTC, and leaves out what is nil.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(parkingSpotId, forKey: .parkingSpotId)
        try container.encode(Timestamp(startsAt), forKey: .startsAt)
        try container.encode(Timestamp(endsAt), forKey: .endsAt)
        try container.encodeIfPresent(vehicleType, forKey: .vehicleType)
    }
}
