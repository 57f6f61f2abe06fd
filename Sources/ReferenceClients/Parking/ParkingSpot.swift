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

/// A parking spot as the backend writes it.
struct ParkingSpotDTO: Decodable {
    var id: Int
    var name: String
    var address: String
    var pricePerHour: Price
    var latitude: Double
    var longitude: Double
    var available: Bool

    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case address
        case pricePerHour = "price_per_hour"
        case latitude
        case longitude
        case available
    }

    /// As the app knows it.
    var parkingSpot: ParkingSpot {
        ParkingSpot(
            id: id,
            name: name,
            address: address,
            pricePerHour: pricePerHour.value,
            latitude: latitude,
            longitude: longitude,
            isAvailable: available
        )
    }
}

/// Reads parking spots.
public protocol ParkingSpotServiceProtocol: Sendable {
    /// All spots, as the backend orders them.
    func fetchParkingSpots() async throws -> [ParkingSpot]
}

/// Parking spots over HTTP: `/api/v1/parking_spots`.
public struct ParkingSpotService: ParkingSpotServiceProtocol {
    private let client: any APIClientProtocol

    /// A service that asks through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// `GET /api/v1/parking_spots`.
    public func fetchParkingSpots() async throws -> [ParkingSpot] {
        let spots: [ParkingSpotDTO] = try await client.value(from: Endpoint(.get, "/api/v1/parking_spots"))
        return spots.map(\.parkingSpot)
    }
}
