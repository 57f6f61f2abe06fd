#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The values that the client must return for the recorded replies.
enum Golden {
    static let reservation = Reservation(
        id: 42,
        userID: 5,
        spotID: 7,
        startsAt: Date(timeIntervalSince1970: 1_772_438_400),
        endsAt: Date(timeIntervalSince1970: 1_772_447_400),
        code: "PK-7F3A",
        status: .confirmed,
        totalPrice: 7.5,
        discount: 0.25,
        vehicleType: "car",
        seats: 4,
        receipt: URL(string: "https://api.example.com/receipts/42"),
        createdAt: Date(timeIntervalSince1970: 1_772_366_400),
        updatedAt: Date(timeIntervalSince1970: 1_772_366_700)
    )

    static let reservations = [
        reservation,
        Reservation(
            id: 43,
            userID: 5,
            spotID: 9,
            startsAt: Date(timeIntervalSince1970: 1_772_647_200),
            endsAt: Date(timeIntervalSince1970: 1_772_654_400),
            code: "PK-91BC",
            status: .pending,
            totalPrice: 12,
            discount: 1.5,
            vehicleType: "motorcycle",
            seats: 2,
            receipt: URL(string: "https://api.example.com/receipts/43"),
            createdAt: Date(timeIntervalSince1970: 1_772_443_800),
            updatedAt: Date(timeIntervalSince1970: 1_772_444_700)
        ),
    ]

    static let spotSummaries = [SpotSummary(id: 7, name: "Harbour"), SpotSummary(id: 11, name: "Old harbour")]

    static let parkingSpots = [
        ParkingSpot(
            id: 7,
            name: "Harbour",
            address: "Quay 1",
            pricePerHour: 3.5,
            latitude: 52.5,
            longitude: 13.375,
            isAvailable: true
        ),
        ParkingSpot(
            id: 9,
            name: "Station",
            address: "Track Road 4",
            pricePerHour: 6,
            latitude: 52.25,
            longitude: 13.125,
            isAvailable: false
        ),
    ]
}
