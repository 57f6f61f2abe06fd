/// How far a reservation has got.
public enum ReservationStatus: Sendable, Hashable {
    /// Asked for.
    case pending
    /// Granted.
    case confirmed
    /// The car is there.
    case active
    /// Over.
    case completed
    /// Given back.
    case cancelled
    /// A word of a newer backend: that one reservation is shown without it, and the list is not lost.
    case unknown(String)

    /// What a word of the backend means.
    public init(_ word: String) {
        switch word {
        case "pending": self = .pending
        case "confirmed": self = .confirmed
        case "active": self = .active
        case "completed": self = .completed
        case "cancelled": self = .cancelled
        default: self = .unknown(word)
        }
    }

    /// Whether the spot is not, or no longer, to be used.
    public var isOver: Bool { self == .completed || self == .cancelled }
}
