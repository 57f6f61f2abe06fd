import Rehearsal
import RehearsalContracts

extension Gallery {
    /// A promise about several calls: cancelling rows of the list cancels the reservations in these rows.
    static let cancelledRows = Contract<ParkingClient>.Promise(
        "ROWS-01",
        "Cancelling several rows of a list cancels the reservations in these rows.",
        of: "cancelReservation",
        playing: [
            "endpoints": [
                ["get": "/api/v1/reservations", "replies": [["json": [row(41), row(42), row(43)]]]],
                ["delete": "/api/v1/reservations/{id}", "replies": [["status": 204]]],
            ],
            "expect": [
                ["delete": "/api/v1/reservations/41", "count": 1], ["delete": "/api/v1/reservations/42", "count": 1],
                ["delete": "/api/v1/reservations/43", "count": 0],
            ],
        ],
        .value([43])
    ) { client in
        try await client.cancelReservations(inRows: [0, 1]).map(\.id)
    }

    private static func row(_ id: JSON) -> JSON {
        [
            "id": id, "user_id": 5, "parking_spot_id": 7, "starts_at": "2026-03-02T08:00:00Z",
            "ends_at": "2026-03-02T10:30:00Z", "confirmation_code": "PK-7F3A", "status": "confirmed",
            "total_price": 7.5, "created_at": "2026-03-01T12:00:00Z",
        ]
    }
}
