import Rehearsal

/// The recorded replies of the parking backend, and data that the client stored earlier.
///
/// Every field is present. The prices of spots are strings, as some servers send them. Prices are exact in binary, and
/// instants have no fraction. A client with a defect in exact amounts or fractions therefore still reads these replies.
package enum RecordedReplies {
    static let reservation = """
        {
          "id": 42, "user_id": 5, "parking_spot_id": 7,
          "starts_at": "2026-03-02T08:00:00Z", "ends_at": "2026-03-02T10:30:00Z",
          "confirmation_code": "PK-7F3A", "status": "confirmed", "total_price": 7.5, "discount": 0.25,
          "vehicle_type": "car", "seats": 4, "receipt_url": "https://api.example.com/receipts/42",
          "created_at": "2026-03-01T12:00:00Z", "updated_at": "2026-03-01T12:05:00Z"
        }
        """

    private static let second = """
        {
          "id": 43, "user_id": 5, "parking_spot_id": 9,
          "starts_at": "2026-03-04T18:00:00Z", "ends_at": "2026-03-04T20:00:00Z",
          "confirmation_code": "PK-91BC", "status": "pending", "total_price": 12.0, "discount": 1.5,
          "vehicle_type": "motorcycle", "seats": 2, "receipt_url": "https://api.example.com/receipts/43",
          "created_at": "2026-03-02T09:30:00Z", "updated_at": "2026-03-02T09:45:00Z"
        }
        """

    package static let reservations = "[\(reservation), \(second)]"

    package static let parkingSpots = """
        [
          {
            "id": 7, "name": "Harbour", "address": "Quay 1", "price_per_hour": "3.50",
            "latitude": 52.5, "longitude": 13.375, "available": true
          },
          {
            "id": 9, "name": "Station", "address": "Track Road 4", "price_per_hour": "6.00",
            "latitude": 52.25, "longitude": 13.125, "available": false
          }
        ]
        """

    static let spotSummaries =
        #"{"spots": [{"id": 7, "name": "Harbour"}, {"id": 11, "name": "Old harbour"}], "next_page_token": null}"#

    /// Stored reservations of another day. A client must return them only if it received no reply.
    static let storedReservations: JSON = [
        [
            "id": 12, "user_id": 5, "parking_spot_id": 3, "starts_at": "2026-02-01T08:00:00Z",
            "ends_at": "2026-02-01T09:00:00Z", "confirmation_code": "PK-0001", "status": "completed",
            "total_price": 2.5, "created_at": "2026-01-31T08:00:00Z",
        ]
    ]

    /// An older version of ``reservation``.
    static let storedReservation: JSON = [
        "id": 42, "user_id": 5, "parking_spot_id": 3, "starts_at": "2026-02-02T08:00:00Z",
        "ends_at": "2026-02-02T09:00:00Z", "confirmation_code": "PK-0002", "status": "pending",
        "total_price": 2.5, "created_at": "2026-02-01T08:00:00Z",
    ]

    static let storedParkingSpots: JSON = [
        ["id": 3, "name": "Market", "price_per_hour": 2.5, "latitude": 52.75, "longitude": 13.5, "available": true]
    ]
}
