public import Foundation

/// An action of a user.
public struct AnalyticsEvent: Sendable, Hashable, Encodable {
    /// The name, such as `reservation_made`.
    public var name: String
    /// The time of the action, sent in UTC.
    @Timestamp public var date: Date
    /// Additional properties, which must not identify the user.
    public var properties: [String: String]

    /// Creates an event.
    public init(_ name: String, at date: Date = Date(), properties: [String: String] = [:]) {
        self.name = name
        self.date = date
        self.properties = properties
    }

    private enum CodingKeys: String, CodingKey {
        case name
        case date = "occurred_at"
        case properties
    }
}
