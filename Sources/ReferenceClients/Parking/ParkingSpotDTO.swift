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
