public import Foundation

/// A parking spot for one car.
public struct ParkingSpot: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: Int
    /// The name that is painted on the spot.
    public let name: String
    /// The postal address.
    public let address: String
    /// The exact price of an hour in the local currency.
    public let pricePerHour: Decimal
    /// The latitude in degrees north (WGS 84).
    public let latitude: Double
    /// The longitude in degrees east (WGS 84).
    public let longitude: Double
    /// Whether the spot can be reserved now.
    public let isAvailable: Bool

    /// Creates a parking spot.
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

/// A parking spot in the JSON of the backend.
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

/// A service that reads parking spots.
public protocol ParkingSpotServiceProtocol: Sendable {
    /// Returns all parking spots, in the order of the backend.
    func fetchParkingSpots() async throws -> [ParkingSpot]
}

/// A parking spot service over HTTP: `/api/v1/parking_spots`.
public struct ParkingSpotService: ParkingSpotServiceProtocol {
    private let client: any APIClientProtocol

    /// Creates a service.
    public init(client: any APIClientProtocol) { self.client = client }

    /// Sends `GET /api/v1/parking_spots`.
    public func fetchParkingSpots() async throws -> [ParkingSpot] {
        let spots: [ParkingSpotDTO] = try await client.value(from: Endpoint(.get, "/api/v1/parking_spots"))
        return spots.map(\.parkingSpot)
    }
}
