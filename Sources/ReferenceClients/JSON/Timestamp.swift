public import Foundation

/// An instant in JSON (RFC 3339 §5.6), with or without a fraction of a second, in any time zone.
///
/// Decoding an invalid text, such as 30 February, throws an error with the coding path. As a property wrapper, the type
/// encodes a `Date` in this format.
@propertyWrapper
public struct Timestamp: Sendable, Hashable {
    /// The instant of the wrapped property.
    public var wrappedValue: Date
    /// The instant.
    public var date: Date { wrappedValue }

    /// Creates the timestamp of a wrapped property.
    public init(wrappedValue: Date) { self.wrappedValue = wrappedValue }

    /// Creates a timestamp.
    public init(_ date: Date) { self.init(wrappedValue: date) }

    /// Parses a timestamp; returns nil for an invalid text.
    public init?(_ text: String) {
        let pattern =
            #/
            ([0-9]{4})-([0-9]{2})-([0-9]{2}) [Tt]
            ([0-9]{2}):([0-9]{2}):([0-9]{2}) (\.[0-9]+)?
            ([Zz]|[+-][0-9]{2}:?[0-9]{2})
            /#
        guard let parts = text.wholeMatch(of: pattern)?.output, let offset = Self.offset(parts.8) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            year: Int(parts.1),
            month: Int(parts.2),
            day: Int(parts.3),
            hour: Int(parts.4),
            minute: Int(parts.5),
            second: Int(parts.6)
        )
        guard components.isValidDate(in: calendar), let local = calendar.date(from: components) else { return nil }
        let fraction = parts.7.flatMap { Double("0\($0)") } ?? 0
        wrappedValue = local.addingTimeInterval(fraction - TimeInterval(offset))
    }

    /// Returns the offset from UTC in seconds; nil for an invalid hour or minute.
    private static func offset(_ zone: Substring) -> Int? {
        guard let sign = zone.first, sign == "+" || sign == "-" else { return 0 }
        let digits = zone.filter(\.isNumber)
        guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours < 24, minutes < 60 else {
            return nil
        }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}

extension Timestamp: Codable {
    /// Decodes a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let timestamp = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not a timestamp")
        }
        self = timestamp
    }

    /// Encodes the instant in UTC, with milliseconds unless they are zero.
    public func encode(to encoder: any Encoder) throws {
        let hasFraction = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) != 0
        var container = encoder.singleValueContainer()
        try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)))
    }
}
