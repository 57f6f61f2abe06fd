/// The reason why no reply, or only part of one, came from a server.
package struct TransferFailure: Error, Hashable {
    package var kind: Kind
    /// What happened, as the end of a sentence about the server: `it reset the connection`.
    package var detail: String
    /// What the user may do about it.
    package var hint: String?

    /// The kinds of failures that callers tell apart.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host's name has no address.
        case dns
        /// The server refuses connections.
        case refused
        /// No connection came about for another reason that the system reports.
        case unreachable
        case timeout
        /// The server reset the connection.
        case reset
        /// No TLS connection came about.
        case tls
        /// The server speaks TLS, and the connection is a plain one.
        case tlsOnPlainPort
        /// The bytes that came are not a reply of HTTP/1.
        case malformed
        /// The connection ended within the reply, or before it.
        case incomplete
    }

    package init(_ kind: Kind, _ detail: String, hint: String? = nil) {
        (self.kind, self.detail, self.hint) = (kind, detail, hint)
    }
}
