public import Foundation

/// What a card shows of a user: text, and nothing to be decided any more.
public struct UserCardModel: Sendable, Hashable {
    /// `@batman`.
    public let displayName: String
    /// `Joined 1 January 2024`.
    public let joinedDateText: String

    /// The card of a user.
    ///
    /// - Parameters:
    ///   - locale: how dates are written.
    ///   - timeZone: whose days count.
    public init(_ user: BoundariesUser, locale: Locale = .current, timeZone: TimeZone = .current) {
        displayName = "@\(user.username)"
        let style = Date.FormatStyle(date: .long, time: .omitted, locale: locale, timeZone: timeZone)
        joinedDateText = "Joined \(user.createdDate.formatted(style))"
    }
}
