/// A reservation in the JSON of the backend.
struct ReservationDTO: Decodable {
    var id: Int
    var userId: Int
    var parkingSpotId: Int
    var startsAt: Timestamp
    var endsAt: Timestamp
    var confirmationCode: String
    var status: String
    var totalPrice: Price
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

    /// Decodes a reservation.
    ///
    /// - Throws: `DecodingError` for an invalid document, or if the reservation ends before it starts.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        userId = try container.decode(Int.self, forKey: .userId)
        parkingSpotId = try container.decode(Int.self, forKey: .parkingSpotId)
        startsAt = try container.decode(Timestamp.self, forKey: .startsAt)
        endsAt = try container.decode(Timestamp.self, forKey: .endsAt)
        confirmationCode = try container.decode(String.self, forKey: .confirmationCode)
        status = try container.decode(String.self, forKey: .status)
        totalPrice = try container.decode(Price.self, forKey: .totalPrice)
        createdAt = try container.decode(Timestamp.self, forKey: .createdAt)
        updatedAt = try container.decode(Timestamp.self, forKey: .updatedAt)
        if endsAt.date < startsAt.date {
            let problem = "the reservation ends before it starts"
            throw DecodingError.dataCorruptedError(forKey: .endsAt, in: container, debugDescription: problem)
        }
    }

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
