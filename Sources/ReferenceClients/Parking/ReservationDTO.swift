/// A reservation as the backend writes it.
struct ReservationDTO: Decodable {
    var id: Int
    var userId: Int
    var parkingSpotId: Int
    var startsAt: Timestamp
    var endsAt: Timestamp
    var confirmationCode: String
    var status: String
    var totalPrice: ExactDecimal
    var createdAt: Timestamp
    var updatedAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case userId = "user_id"
        case parkingSpotId = "parking_spot_id"
        case startsAt = "starts_at"
        case endsAt = "ends_at"
        case confirmationCode = "confirmation_code"
        case status
        case totalPrice = "total_price"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    /// As the app knows it.
    var reservation: Reservation {
        Reservation(
            id: id,
            userId: userId,
            parkingSpotId: parkingSpotId,
            startsAt: startsAt.date,
            endsAt: endsAt.date,
            confirmationCode: confirmationCode,
            status: ReservationStatus(status),
            totalPrice: totalPrice.value,
            createdAt: createdAt.date,
            updatedAt: updatedAt.date
        )
    }
}
