package import Rehearsal

/// The known behavior of a network stack: the errors that it may report for a failure, and whether it repeats requests.
///
/// The behavior of `URLSession` was measured on Linux, and is taken from documentation for Darwin. Any other stack may
/// report `other` for each failure.
package struct NetworkStackBehavior: Sendable {
    /// A failure of the connection because of which the client receives no complete reply.
    package enum ConnectionFailure: Sendable, Hashable, CaseIterable {
        /// The server refuses the connection.
        case refused
        /// The server sends RST instead of a reply.
        case reset
        /// The server sends FIN before the declared length of the body.
        case shortBody
        /// The server sends RST before the declared length of the body.
        case resetBody
        /// The chunks of the body end too soon, or are malformed.
        case chunks
        /// The server closes the connection without a final reply.
        case noReply
        /// The head of the reply is not valid HTTP/1.1.
        case invalidHead
        /// The connection ends within the head of the reply.
        case cutHead
        /// The length of the body is not valid, or is stated twice with different values.
        case invalidLength
        /// The body cannot be decoded by its content coding.
        case contentCoding
        /// The TLS handshake fails.
        case handshake
    }

    /// The errors that this stack may report in addition to those that the rules require.
    var allowed: [ConnectionFailure: Set<ClientOutcome.Transport>]
    /// The way in which the stack repeats a request that was lost on a reused connection.
    package var resending: RetryAnalysis.AutomaticRetries
    /// Whether the errors of the stack have a code.
    package var reportsErrorCodes: Bool
    /// Whether the stack truncates timeouts to whole seconds.
    var truncatesTimeouts = false
    /// The failures that the stack does not detect, so that the client may receive other bytes.
    package var undetected: Set<ConnectionFailure> = []

    /// Returns the errors that the rules require for a failure, and those that this stack may report instead.
    package func outcomes(of loss: ConnectionFailure) -> Set<ClientOutcome.Transport> {
        (Self.required[loss] ?? []).union(allowed[loss] ?? [])
    }

    /// Returns the behavior of a client's network stack.
    package static func of(_ declaration: Declaration) -> NetworkStackBehavior {
        known["\(declaration.platform)/\(declaration.transport)"] ?? unknown
    }

    /// The errors that the rules require, at least one of them for each failure.
    private static let required: [ConnectionFailure: Set<ClientOutcome.Transport>] = [
        .refused: [.cannotConnect],
        .reset: [.connectionLost],
        .shortBody: [.incomplete],
        .resetBody: [.incomplete, .connectionLost],
        .chunks: [.incomplete, .badResponse],
        .noReply: [.connectionLost, .badResponse],
        .invalidHead: [.badResponse],
        .cutHead: [.badResponse, .incomplete, .connectionLost],
        .invalidLength: [.badResponse, .incomplete],
        .contentCoding: [.encoding],
        .handshake: [.tls, .connectionLost],
    ]

    private static let known: [String: NetworkStackBehavior] = [
        // On Linux, URLSession maps ten errors of libcurl to codes, and reports -1 for all others.
        "linux/urlSession": NetworkStackBehavior(
            allowed: [
                .shortBody: [.other], .chunks: [.other], .noReply: [.other], .invalidHead: [.other],
                .invalidLength: [.other], .contentCoding: [.other], .handshake: [.other],
            ],
            resending: .withoutBody,
            reportsErrorCodes: true,
            truncatesTimeouts: true,
            // It uses the first of two lengths, and returns the decoded part of a truncated body.
            undetected: [.invalidLength, .contentCoding]
        ),
        // URLSession reports -1005 for a body that ends too soon (QA1941).
        "darwin/urlSession": NetworkStackBehavior(
            allowed: [
                .shortBody: [.connectionLost], .chunks: [.connectionLost], .invalidHead: [.connectionLost],
                .invalidLength: [.connectionLost, .other], .contentCoding: [.connectionLost, .other],
                .handshake: [.other],
            ],
            resending: .unknown,
            reportsErrorCodes: true,
            undetected: [.invalidLength, .contentCoding]
        ),
        // The sockets of the reference clients report every failure and repeat no request.
        "linux/sockets": sockets, "darwin/sockets": sockets,
    ]

    private static let sockets = NetworkStackBehavior(allowed: [:], resending: .never, reportsErrorCodes: true)

    /// The behavior of an unknown stack. It may report an early end of the body as a lost connection, as curl does.
    private static let unknown = NetworkStackBehavior(
        allowed: [
            .refused: [.other], .reset: [.other], .shortBody: [.other, .connectionLost], .resetBody: [.other],
            .chunks: [.other, .connectionLost], .noReply: [.other, .incomplete],
            .invalidHead: [.other, .connectionLost, .incomplete], .cutHead: [.other],
            .invalidLength: [.other, .connectionLost],
            .contentCoding: [.other, .badResponse, .incomplete, .connectionLost],
            .handshake: [.other, .cannotConnect, .badResponse],
        ],
        resending: .unknown,
        reportsErrorCodes: false,
        undetected: [.invalidLength, .contentCoding]
    )
}
