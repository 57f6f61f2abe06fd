/// How far an order has got.
public enum OrderStatus: Sendable, Hashable {
    /// Placed.
    case pending
    /// Paid for.
    case paid
    /// On its way.
    case shipped
    /// There.
    case delivered
    /// Called off.
    case cancelled
    /// A word of a newer backend: that one order is shown without it, and the list is not lost.
    case unknown(String)

    private static let words: [(String, OrderStatus)] = [
        ("pending", .pending), ("paid", .paid), ("shipped", .shipped), ("delivered", .delivered),
        ("cancelled", .cancelled),
    ]

    /// What a word of the backend means.
    public init(_ word: String) { self = Self.words.first { $0.0 == word }?.1 ?? .unknown(word) }

    /// The word of the backend; nil for one that the app only repeats.
    public var word: String? { Self.words.first { $0.1 == self }?.0 }
}
