public import Foundation

/// A request for a reservation.
public struct CreateReservationRequest: Sendable, Hashable, Encodable {
    /// The identifier of the parking spot.
    public var parkingSpotId: Int
    /// The start of the reservation, sent in UTC.
    @Timestamp public var startsAt: Date
    /// The end of the reservation, sent in UTC.
    @Timestamp public var endsAt: Date
    /// The type of the vehicle; nil omits it from the body.
    public var vehicleType: String?

    /// Creates a request.
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
