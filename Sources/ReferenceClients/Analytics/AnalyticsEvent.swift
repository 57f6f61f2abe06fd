public import Foundation

/// Something that the user of an app did.
public struct AnalyticsEvent: Sendable, Hashable, Encodable {
    /// What it was: `reservation_made`.
    public var name: String
    /// When it was; sent in UTC.
    @Timestamp public var date: Date
    /// What else is to be known of it; nothing that tells who it was.
    public var properties: [String: String]

    /// An event.
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
