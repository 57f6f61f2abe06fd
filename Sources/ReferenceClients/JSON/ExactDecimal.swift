public import Foundation

/// An amount as JSON carries it: a number or, from servers that know how numbers are read, a string.
///
/// It is exact either way: no binary fraction comes in between. A string that is more or other than a number is an
/// error with its coding path.
public struct ExactDecimal: Sendable, Hashable {
    /// The amount.
    public var value: Decimal

    /// An amount.
    public init(_ value: Decimal) { self.value = value }

    /// The amount that a text is from its first character to its last, as JSON writes numbers but without an exponent.
    public init?(_ text: String) {
        // `Decimal(string:)` alone stops where it understands no more, and says nothing.
        guard text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil,
            let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        self.value = value
    }
}

extension ExactDecimal: Decodable {
    /// Reads a number or a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self) else {
            value = try container.decode(Decimal.self)
            return
        }
        guard let decimal = ExactDecimal(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no amount")
        }
        self = decimal
    }
}

/// What something costs, as JSON carries it: an exact amount. One below zero is an error with its coding path.
struct Price: Hashable, Codable {
    /// The amount.
    var value: Decimal

    init(_ value: Decimal) { self.value = value }

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

    /// Writes a string, so that no reader makes a binary fraction of it.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(value)")
    }
}
