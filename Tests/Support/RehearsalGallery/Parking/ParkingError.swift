/// Everything that a call of the parking client may come to but a value; cancelling is `CancellationError`.
package enum ParkingError: Error, Sendable {
    /// There is no whole answer.
    case network(WireFailure)
    /// There is no whole answer, and the number that the network stack has for that is lost.
    case networkWithoutCode(WireFailure)
    /// The server refused or failed; with its answer, whole.
    case http(WireReply)
    /// The server does not know who asks, also after another token; with its answer.
    case unauthenticated(WireReply)
    /// There is no other token to be had; with the answer that says so.
    case refreshFailed(WireReply)
    /// The answer is not what was agreed, although its status says that it is.
    case unreadable(Unreadable, status: Int)
    /// Somebody else has the spot.
    case spotUnavailable(WireReply)
    /// It was not paid, and why.
    case paymentFailed(String, WireReply)
}

extension ParkingError {
    /// Whether the server was not reached, so that what is stored is the best there is.
    var isOffline: Bool {
        switch self {
        case .network(let failure), .networkWithoutCode(let failure): failure.isOffline
        default: false
        }
    }
}

extension WireFailure {
    fileprivate var isOffline: Bool {
        switch self {
        case .unknownHost, .cannotConnect, .connectionLost: true
        case .incomplete, .malformed, .timedOut: false
        }
    }
}
