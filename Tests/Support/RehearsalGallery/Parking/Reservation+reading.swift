#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal

extension Reservation {
    /// Reads a reservation.
    init(_ node: Node) throws(DecodingFailure) {
        id = try node["id"].int()
        userID = try node["user_id"].int()
        spotID = try node["parking_spot_id"].int()
        startsAt = try node["starts_at"].instant()
        endsAt = try node["ends_at"].instant()
        code = try Self.code(in: node)
        status = try Self.status(in: node)
        totalPrice = try Self.price(in: node)
        discount = try node.ifPresent("discount") { node throws(DecodingFailure) in try node.money() }
        vehicleType = try node.ifPresent("vehicle_type") { node throws(DecodingFailure) in try node.text() }
        seats = try node.ifPresent("seats") { node throws(DecodingFailure) in try node.int() }
        receipt = try node.ifPresent("receipt_url") { node throws(DecodingFailure) in try node.url() }
        createdAt = try node["created_at"].instant()
        updatedAt = try node.ifPresent("updated_at") { node throws(DecodingFailure) in try node.instant() }
        if endsAt <= startsAt, node.defect != .endsBeforeStart { throw try node["ends_at"].corrupted }
    }
}

extension Reservation {
    private static func code(in node: Node) throws(DecodingFailure) -> String {
        if node.defect == .nullAsEmpty, node.json["confirmation_code"] == .null { return "" }
        if node.defect == .missingAsEmpty, case .object = node.json, node.json["confirmation_code"] == nil {
            return ""
        }
        return try node["confirmation_code"].text()
    }

    private static func status(in node: Node) throws(DecodingFailure) -> Status {
        let word = try node["status"]
        let status = Status(try word.text())
        if node.defect == .unknownAsPending, case .unknown = status { return .pending }
        if node.defect == .misspelledEnumValue, status == .cancelled { return .unknown("cancelled") }
        if node.defect == .closedEnum, case .unknown = status { throw word.corrupted }
        return status
    }

    private static func price(in node: Node) throws(DecodingFailure) -> Decimal {
        let price = try node["total_price"].money()
        guard node.defect == .dropsCents, let whole = "\(price)".split(separator: ".").first else { return price }
        return Decimal(string: String(whole)) ?? price
    }
}

extension ParkingSpot {
    /// Reads a parking spot.
    init(_ node: Node) throws(DecodingFailure) {
        id = try node["id"].int()
        name = try node["name"].text()
        address = try node.ifPresent("address") { node throws(DecodingFailure) in try node.text() }
        pricePerHour = try node["price_per_hour"].money()
        latitude = try node["latitude"].double()
        longitude = try node["longitude"].double()
        isAvailable = try node["available"].bool()
    }
}
