public import Foundation

/// Why there is no reservation, in the words of the app.
public enum ReservationError: Error, Sendable, Hashable {
    /// Somebody else was faster: 409.
    case spotUnavailable
    /// The spot cannot be had for that time: 422.
    case invalidTimeRange
    /// The payment did not go through: 402, with what the server says about it.
    case paymentFailed(String)

    /// What a failure means to the app; nil if it means nothing in particular.
    init?(_ failure: HTTPFailure) {
        switch failure.status {
        case 402:
            self = .paymentFailed(
                failure.problem?.detail ?? failure.problem?.title ?? "The payment did not go through."
            )
        case 409: self = .spotUnavailable
        case 422: self = .invalidTimeRange
        default: return nil
        }
    }
}

extension ReservationError: LocalizedError {
    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? {
        switch self {
        case .spotUnavailable: "This spot has just been taken."
        case .invalidTimeRange: "This spot cannot be reserved for that time."
        case .paymentFailed(let message): message
        }
    }
}
