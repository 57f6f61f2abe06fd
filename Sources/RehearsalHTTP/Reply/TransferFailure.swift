/// The reason why a server sent no reply, or only a part of it.
package struct TransferFailure: Error, Hashable {
    package var kind: Kind
    /// The failure as a clause in which `it` is the server: `it reset the connection`.
    package var detail: String
    /// A remedy for the user.
    package var hint: String?

    /// A kind of transfer failure.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host name cannot be resolved.
        case dns
        /// The server refuses connections.
        case refused
        /// The system reports another error of connecting.
        case unreachable
        /// The server did not send data in time.
        case timeout
        /// The server reset the connection.
        case reset
        /// The TLS handshake failed.
        case tls
        /// The server uses TLS on a port to which the client connected without TLS.
        case tlsOnPlainPort
        /// The received bytes are not an HTTP/1 reply.
        case malformed
        /// The server closed the connection before the end of its reply.
        case incomplete
    }

    package init(_ kind: Kind, _ detail: String, hint: String? = nil) {
        (self.kind, self.detail, self.hint) = (kind, detail, hint)
    }
}
