import Foundation
import ReferenceClients

/// What the services return for the recorded answers, and what they are asked for.
enum ParkingValues {
    static let reservations = [
        Reservation(
            id: 41,
            userId: 7,
            parkingSpotId: 12,
            startsAt: instant(day: 2, 8, 0),
            endsAt: instant(day: 2, 10, 0),
            confirmationCode: "PK-7Q4M2A",
            status: .active,
            totalPrice: cents(750),
            createdAt: instant(day: -1, 16, 20, 11),
            updatedAt: instant(day: 2, 8, 1, 37)
        ),
        Reservation(
            id: 42,
            userId: 7,
            parkingSpotId: 3,
            startsAt: instant(day: 2, 17, 30),
            endsAt: instant(day: 2, 19, 0),
            confirmationCode: "PK-9ZC81T",
            status: .confirmed,
            totalPrice: cents(1_230),
            createdAt: instant(day: 0, 9, 5, 48),
            updatedAt: instant(day: 0, 9, 5, 52)
        ),
    ]

    static let credentials = Credentials(email: "robin@parking.example", password: "a-password")

    static let token = "access-1"

    static let request = CreateReservationRequest(
        parkingSpotId: 3,
        startsAt: instant(day: 5, 9, 0),
        endsAt: instant(day: 5, 11, 30),
        vehicleType: "car"
    )

    static let created = Reservation(
        id: 44,
        userId: 7,
        parkingSpotId: 3,
        startsAt: request.startsAt,
        endsAt: request.endsAt,
        confirmationCode: "PK-W6N1SJ",
        status: .confirmed,
        totalPrice: cents(2_050),
        createdAt: instant(day: 2, 8, 31, 3),
        updatedAt: instant(day: 2, 8, 31, 3)
    )

    static let spots = [
        ParkingSpot(
            id: 3,
            name: "B-03",
            address: "1 Harbour Street",
            pricePerHour: cents(820),
            latitude: 53.5436,
            longitude: 9.9663,
            isAvailable: true
        ),
        ParkingSpot(
            id: 7,
            name: "C-07",
            address: "1 Harbour Street",
            pricePerHour: cents(400),
            latitude: 53.5437,
            longitude: 9.9665,
            isAvailable: false
        ),
    ]

    /// A moment of March 2026 in UTC; its day 0 is the last of February.
    private static func instant(day: Int, _ hour: Int, _ minute: Int, _ second: Int = 0) -> Date {
        let firstOfMarch = 1_772_323_200
        return Date(
            timeIntervalSince1970: TimeInterval(firstOfMarch + ((day - 1) * 24 + hour) * 3_600 + minute * 60 + second)
        )
    }

    /// Exactly: a literal with a point would be a binary fraction first.
    private static func cents(_ count: Int) -> Decimal { Decimal(count) / 100 }
}
