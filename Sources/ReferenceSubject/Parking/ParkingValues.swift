import Foundation
import ReferenceClients

/// The values that the services return for the recorded replies, and the arguments of their calls.
enum ParkingValues {
    static let reservations = [
        Reservation(
            id: 41,
            userId: 7,
            parkingSpotId: 12,
            startsAt: .utc("2026-03-02T08:00:00Z"),
            endsAt: .utc("2026-03-02T10:00:00Z"),
            confirmationCode: "PK-7Q4M2A",
            status: .active,
            totalPrice: .cents(750),
            createdAt: .utc("2026-02-27T16:20:11Z"),
            updatedAt: .utc("2026-03-02T08:01:37Z")
        ),
        Reservation(
            id: 42,
            userId: 7,
            parkingSpotId: 3,
            startsAt: .utc("2026-03-02T17:30:00Z"),
            endsAt: .utc("2026-03-02T19:00:00Z"),
            confirmationCode: "PK-9ZC81T",
            status: .confirmed,
            totalPrice: .cents(1_230),
            createdAt: .utc("2026-02-28T09:05:48Z"),
            updatedAt: .utc("2026-02-28T09:05:52Z")
        ),
    ]

    static let credentials = Credentials(email: "robin@parking.example", password: "a-password")

    static let token = "access-1"

    static let request = CreateReservationRequest(
        parkingSpotId: 3,
        startsAt: .utc("2026-03-05T09:00:00Z"),
        endsAt: .utc("2026-03-05T11:30:00Z"),
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
        totalPrice: .cents(2_050),
        createdAt: .utc("2026-03-02T08:31:03Z"),
        updatedAt: .utc("2026-03-02T08:31:03Z")
    )

    static let spots = [
        ParkingSpot(
            id: 3,
            name: "B-03",
            address: "1 Harbour Street",
            pricePerHour: .cents(820),
            latitude: 53.5436,
            longitude: 9.9663,
            isAvailable: true
        ),
        ParkingSpot(
            id: 7,
            name: "C-07",
            address: "1 Harbour Street",
            pricePerHour: .cents(400),
            latitude: 53.5437,
            longitude: 9.9665,
            isAvailable: false
        ),
    ]
}

/// The replies of the parking backend, as in `Recordings/parking.har`.
enum ParkingReplies {
    static let reservations = """
        [{"id":41,"user_id":7,"parking_spot_id":12,"starts_at":"2026-03-02T08:00:00Z","ends_at":"2026-03-02T10:00:00Z",\
        "confirmation_code":"PK-7Q4M2A","status":"active","total_price":7.50,"created_at":"2026-02-27T16:20:11Z",\
        "updated_at":"2026-03-02T08:01:37Z"},{"id":42,"user_id":7,"parking_spot_id":3,\
        "starts_at":"2026-03-02T17:30:00Z","ends_at":"2026-03-02T19:00:00Z","confirmation_code":"PK-9ZC81T",\
        "status":"confirmed","total_price":12.30,"created_at":"2026-02-28T09:05:48Z",\
        "updated_at":"2026-02-28T09:05:52Z"}]
        """

    static let created = """
        {"id":44,"user_id":7,"parking_spot_id":3,"starts_at":"2026-03-05T09:00:00Z","ends_at":"2026-03-05T11:30:00Z",\
        "confirmation_code":"PK-W6N1SJ","status":"confirmed","total_price":20.50,"created_at":"2026-03-02T08:31:03Z",\
        "updated_at":"2026-03-02T08:31:03Z"}
        """

    static let spots = """
        [{"id":3,"name":"B-03","address":"1 Harbour Street","price_per_hour":8.20,"latitude":53.5436,\
        "longitude":9.9663,"available":true},{"id":7,"name":"C-07","address":"1 Harbour Street","price_per_hour":4.00,\
        "latitude":53.5437,"longitude":9.9665,"available":false}]
        """

    static let tokens = """
        {"access_token":"access-1","refresh_token":"refresh-1","token_type":"Bearer","expires_in":900}
        """
}
