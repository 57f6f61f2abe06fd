import Rehearsal

/// An error of a call of the parking client; a cancelled call throws `CancellationError` instead.
package enum ParkingError: Error, Sendable {
    /// The value of an argument is invalid, so that no request was sent.
    case invalidArgument(String)
    /// No complete reply arrived.
    case network(WireFailure)
    /// No complete reply arrived, and the error code of the network stack is lost.
    case networkWithoutCode(WireFailure)
    /// The server replied with an error status.
    case http(WireReply)
    /// The server replied 401, even after a token refresh.
    case unauthenticated(WireReply)
    /// The token refresh failed with this reply.
    case refreshFailed(WireReply)
    /// The body of a successful reply cannot be decoded.
    case unreadable(DecodingFailure, status: Int)
    /// The parking spot is taken.
    case spotUnavailable(WireReply)
    /// The payment failed, for this reason.
    case paymentFailed(String, WireReply)
}

/// An error of a cancelled call that a client with a defect throws.
struct CancelledCall: Error {}

/// An error of a reply that a client with a defect throws.
struct UnexpectedReply: Error {
    let status: Int
    let headers: Scenario.Headers
    let body: [UInt8]
}

extension ParkingError {
    /// Whether the server has no such value, so that the stored one is out of date.
    var isMissing: Bool { if case .http(let reply) = self { [404, 410].contains(reply.status) } else { false } }

    /// Whether the server was unreachable, so that stored data may be returned.
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
        case .incomplete, .malformed, .timedOut, .untrusted, .undecodable: false
        }
    }
}
