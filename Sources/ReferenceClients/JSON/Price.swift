import Foundation

/// What something costs, as JSON carries it: an exact amount. One below zero is an error with its coding path.
struct Price: Hashable, Decodable {
    /// The amount.
    var value: Decimal

    init(from decoder: any Decoder) throws {
        value = try ExactDecimal(from: decoder).value
        if value < 0 {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "\(value) is no price"
            )
            throw DecodingError.dataCorrupted(context)
        }
    }
}
