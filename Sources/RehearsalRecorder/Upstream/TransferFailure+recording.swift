import RehearsalDocuments
package import RehearsalHTTP

extension TransferFailure {
    /// The failure as a recording names it.
    var recorded: RecordedExchange.Failure {
        switch kind {
        case .dns: .dns
        case .refused, .unreachable: .refused
        case .timeout: .timeout
        case .reset: .reset
        case .tls: .tls
        case .malformed, .tlsOnPlainPort: .malformed
        case .incomplete: .incomplete
        }
    }

    /// What the person who records may do about it.
    package var advice: String? {
        switch kind {
        case .dns: "check the spelling of --upstream, and that this machine is on the network"
        case .refused: "is it running, and is the port of --upstream right?"
        case .tlsOnPlainPort: "take https:// in --upstream"
        default: hint
        }
    }

    /// The status of the reply that the client gets instead (RFC 9110 §15.6.3, §15.6.5).
    var status: Int { kind == .timeout ? 504 : 502 }
}
