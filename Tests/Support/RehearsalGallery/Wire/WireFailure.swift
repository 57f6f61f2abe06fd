import RehearsalHTTP
import RehearsalPlatform

/// An error that prevented a complete reply.
package enum WireFailure: Error, Sendable, Hashable {
    /// The host name cannot be resolved.
    case unknownHost
    /// The connection could not be opened, so nothing was sent.
    case cannotConnect(code: Int32)
    /// The connection was reset, or closed before the first byte of a reply.
    case connectionLost
    /// The connection was closed within the body.
    case incomplete
    /// The bytes are not a valid HTTP reply.
    case malformed
    /// The timeout passed.
    case timedOut
    /// The TLS handshake failed, so nothing was sent.
    case untrusted
    /// The body cannot be decoded by its content coding.
    case undecodable
}

extension WireFailure {
    /// An error code, such as network stacks provide: `errno` of a failed connection, or a negative number.
    package var code: Int {
        switch self {
        case .unknownHost: -1
        case .cannotConnect(let code): Int(code)
        case .connectionLost: -2
        case .incomplete: -3
        case .malformed: -4
        case .timedOut: -5
        case .untrusted: -6
        case .undecodable: -7
        }
    }

    /// Whether the server may have received the request.
    package var mayHaveArrived: Bool {
        switch self {
        case .unknownHost, .cannotConnect, .untrusted: false
        case .connectionLost, .incomplete, .malformed, .undecodable, .timedOut: true
        }
    }

    init(connecting failure: TransferFailure) {
        self =
            switch failure.kind {
            case .dns: .unknownHost
            case .timeout: .timedOut
            case .tls: .untrusted
            case .refused: .cannotConnect(code: ECONNREFUSED)
            case .reset: .cannotConnect(code: ECONNRESET)
            default: .cannotConnect(code: EHOSTUNREACH)
            }
    }

    init(reading failure: TransferFailure) {
        self =
            switch failure.kind {
            case .timeout: .timedOut
            case .incomplete: .incomplete
            case .malformed, .tlsOnPlainPort: .malformed
            default: .connectionLost
            }
    }
}
