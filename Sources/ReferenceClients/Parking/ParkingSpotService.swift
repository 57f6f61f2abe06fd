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
