/// Reads parking spots.
public protocol ParkingSpotServiceProtocol: Sendable {
    /// All spots, as the backend orders them.
    func fetchParkingSpots() async throws -> [ParkingSpot]
}
