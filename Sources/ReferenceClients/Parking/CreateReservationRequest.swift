public import Foundation

/// A reservation to be made.
public struct CreateReservationRequest: Sendable, Hashable, Encodable {
    /// What is to be taken.
    public var parkingSpotId: Int
    /// From then on; sent in UTC.
    @Timestamp public var startsAt: Date
    /// Until then; sent in UTC.
    @Timestamp public var endsAt: Date
    /// What is to stand there; nil says nothing about it.
    public var vehicleType: String?

    /// A request.
    public init(parkingSpotId: Int, startsAt: Date, endsAt: Date, vehicleType: String? = nil) {
        self.parkingSpotId = parkingSpotId
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.vehicleType = vehicleType
    }

    private enum CodingKeys: String, CodingKey {
        case parkingSpotId = "parking_spot_id"
        case startsAt = "starts_at"
        case endsAt = "ends_at"
        case vehicleType = "vehicle_type"
    }
}
