public import Foundation

/// A place for a car.
public struct ParkingSpot: Sendable, Hashable, Identifiable {
    /// Which one it is.
    public let id: Int
    /// What is painted on it.
    public let name: String
    /// Where it is, for people.
    public let address: String
    /// In the currency of the place.
    public let pricePerHour: Decimal
    /// In degrees north (WGS 84).
    public let latitude: Double
    /// In degrees east (WGS 84).
    public let longitude: Double
    /// Whether it can be reserved at the moment.
    public let isAvailable: Bool

    /// A parking spot.
    public init(
        id: Int,
        name: String,
        address: String,
        pricePerHour: Decimal,
        latitude: Double,
        longitude: Double,
        isAvailable: Bool,
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.pricePerHour = pricePerHour
        self.latitude = latitude
        self.longitude = longitude
        self.isAvailable = isAvailable
    }
}
