import Foundation
import ReferenceClients

/// What the shop returns for the recorded answers, and what it is asked for.
enum ShopValues {
    /// A moment as RFC 3339 writes it, read by another than the shop.
    ///
    /// - Parameter fraction: seconds after it.
    static func instant(_ text: String, plus fraction: TimeInterval = 0) -> Date {
        ((try? Date(text, strategy: .iso8601)) ?? .distantPast).addingTimeInterval(fraction)
    }

    /// Exactly: a literal with a point would be a binary fraction first.
    static func cents(_ count: Int) -> Decimal { Decimal(count) / 100 }
}
