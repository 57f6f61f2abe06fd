/// The reason for a missing or incomplete reply of a server.
package struct TransferFailure: Error, Hashable {
    package var kind: Kind
    /// The event as a clause about the server: `it reset the connection`.
    package var detail: String
    /// A remedy for the user.
    package var hint: String?

    /// A kind of failure that callers distinguish.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host's name has no address.
        case dns
        /// The server refuses connections.
        case refused
        /// The connection failed for another reason that the system reports.
        case unreachable
        case timeout
        /// The server reset the connection.
        case reset
        /// The TLS handshake failed.
        case tls
        /// The server uses TLS, but the connection is plain.
        case tlsOnPlainPort
        /// The received bytes are not an HTTP/1 reply.
        case malformed
        /// The connection ended before or within the reply.
        case incomplete
    }

    package init(_ kind: Kind, _ detail: String, hint: String? = nil) {
        (self.kind, self.detail, self.hint) = (kind, detail, hint)
    }
}
