public import Foundation

/// An exact decimal amount in JSON, a number or a string.
///
/// The amount is never converted to a binary fraction. Decoding a string that is not a number throws an error with the
/// coding path.
public struct ExactDecimal: Sendable, Hashable {
    /// The amount.
    public var value: Decimal

    /// Creates an amount.
    public init(_ value: Decimal) { self.value = value }

    /// Parses decimal digits with an optional minus sign and an optional fraction; returns nil for any other text.
    public init?(_ text: String) {
        // `Decimal(string:)` silently ignores text after the number.
        guard text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil,
            let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        self.value = value
    }
}

extension ExactDecimal: Decodable {
    /// Decodes a number or a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self) else {
            value = try container.decode(Decimal.self)
            return
        }
        guard let decimal = ExactDecimal(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not an amount")
        }
        self = decimal
    }
}

/// A price in JSON: an exact amount. Decoding a negative price throws an error with the coding path.
struct Price: Hashable, Codable {
    /// The amount.
    var value: Decimal

    init(_ value: Decimal) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try ExactDecimal(from: decoder).value
        if value < 0 {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "\(value) is not a price"
            )
            throw DecodingError.dataCorrupted(context)
        }
    }

    /// Encodes a string, so that a decoder does not create a binary fraction.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(value)")
    }
}
