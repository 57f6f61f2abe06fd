import RehearsalHTTP
import RehearsalPlatform

/// Why there is no whole answer.
package enum WireFailure: Error, Sendable, Hashable {
    /// The name of the host means nothing.
    case unknownHost
    /// Nobody listens there; nothing was sent.
    case cannotConnect(code: Int32)
    /// The connection ended by RST, or before a byte of an answer.
    case connectionLost
    /// The connection ended inside of a body.
    case incomplete
    /// What came is no answer in HTTP.
    case malformed
    /// Time was up.
    case timedOut
}

extension WireFailure {
    /// A number of its own, as network stacks have them.
    package var code: Int {
        switch self {
        case .unknownHost: -1
        case .cannotConnect(let code): Int(code)
        case .connectionLost: -2
        case .incomplete: -3
        case .malformed: -4
        case .timedOut: -5
        }
    }

    init(connecting failure: TransferFailure) {
        self =
            switch failure.kind {
            case .dns: .unknownHost
            case .timeout: .timedOut
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
