import ReferenceClients
import RehearsalContracts

/// What the errors of the parking app's services mean.
enum ParkingOutcome {
    /// What an error means; nil where it is plain from the error itself.
    static func of(_ error: any Error) -> ClientOutcome? {
        switch error {
        case ReservationError.spotUnavailable: .domain("spotUnavailable", status: 409)
        case ReservationError.invalidTimeRange: .domain("invalidTimeRange", status: 422)
        case ReservationError.paymentFailed(let reason): .domain("paymentFailed", status: 402, reason: reason)
        default: ReferenceOutcome.of(error)
        }
    }
}
