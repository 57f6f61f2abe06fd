/// How pauses are spread, so that clients that failed together do not come back together.
public struct Jitter: Sendable {
    /// Makes the pause of one client from the pause of the policy.
    public let spread: @Sendable (Duration) -> Duration

    /// A spread of one's own.
    public init(_ spread: @escaping @Sendable (Duration) -> Duration) { self.spread = spread }

    /// Pauses as the policy says: for tests.
    public static let none = Jitter { $0 }

    /// Between half of the pause and the whole: spread, and yet never at once.
    public static let half = Jitter { $0 * Double.random(in: 0.5...1) }
}
