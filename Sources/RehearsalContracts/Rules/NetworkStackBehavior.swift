package import Rehearsal

/// The outcomes that a network stack may report for a failure, and its own repetition of requests.
///
/// Measured for `URLSession` on Linux; taken from documentation for Darwin. Other stacks are unknown, so they may
/// report `other` for failures that they cannot name.
package struct NetworkStackBehavior: Sendable {
    /// A way in which a reply is lost.
    package enum ConnectionFailure: Sendable, Hashable, CaseIterable {
        /// The connection is refused.
        case refused
        /// RST instead of a reply.
        case reset
        /// FIN before the announced length.
        case shortBody
        /// RST before the announced length.
        case resetBody
        /// Chunks that end too soon, or are malformed.
        case chunks
    }

    /// The accepted outcomes in addition to those that the rule names.
    var allowed: [ConnectionFailure: Set<ClientOutcome.Transport>]
    /// The way in which the stack repeats a request that was lost on a reused connection.
    package var resending: RetryAnalysis.AutomaticRetries
    /// Whether its errors carry a code.
    package var reportsErrorCodes: Bool

    /// Returns the outcomes that the rule names, and those that this stack may report instead.
    package func outcomes(of loss: ConnectionFailure) -> Set<ClientOutcome.Transport> {
        (Self.named[loss] ?? []).union(allowed[loss] ?? [])
    }

    /// Returns the known outcomes of a client's network stack.
    package static func of(_ declaration: Declaration) -> NetworkStackBehavior {
        known["\(declaration.platform)/\(declaration.transport)"] ?? unknown
    }

    /// The outcomes that the rules name.
    private static let named: [ConnectionFailure: Set<ClientOutcome.Transport>] = [
        .refused: [.cannotConnect],
        .reset: [.connectionLost],
        .shortBody: [.incomplete],
        .resetBody: [.incomplete, .connectionLost],
        .chunks: [.incomplete, .badResponse],
    ]

    private static let known: [String: NetworkStackBehavior] = [
        // URLSession reports -1 for libcurl errors that its table of ten does not contain.
        "linux/urlSession": NetworkStackBehavior(
            allowed: [.shortBody: [.other], .chunks: [.other]],
            resending: .withoutBody,
            reportsErrorCodes: true
        ),
        // URLSession reports -1005 for a body that ends too soon (QA1941).
        "darwin/urlSession": NetworkStackBehavior(
            allowed: [.shortBody: [.connectionLost], .chunks: [.connectionLost]],
            resending: .unknown,
            reportsErrorCodes: true
        ),
        // The gallery's own transport reports every failure and repeats no request.
        "linux/sockets": own, "darwin/sockets": own,
    ]

    private static let own = NetworkStackBehavior(allowed: [:], resending: .never, reportsErrorCodes: true)

    /// An unknown stack may report an early end as a lost connection, as curl does.
    private static let unknown = NetworkStackBehavior(
        allowed: [
            .refused: [.other], .reset: [.other], .shortBody: [.other, .connectionLost], .resetBody: [.other],
            .chunks: [.other, .connectionLost],
        ],
        resending: .unknown,
        reportsErrorCodes: false
    )
}
