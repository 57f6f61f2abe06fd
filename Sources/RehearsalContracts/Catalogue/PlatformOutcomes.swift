package import Rehearsal

/// What a correct client may come to where its network stack cannot tell better, and what that stack does by itself.
///
/// Measured for `URLSession` on Linux; documented, and not run, for Darwin. Nothing is known of any other stack, so
/// what it cannot name may be `other`.
package struct PlatformOutcomes: Sendable {
    /// What an answer is lost by.
    package enum Loss: Sendable, Hashable, CaseIterable {
        /// Nobody listens.
        case refused
        /// RST in place of an answer.
        case reset
        /// FIN before the length that was announced.
        case shortBody
        /// RST before the length that was announced.
        case resetBody
        /// Chunks that end too soon, or are none.
        case chunks
    }

    /// The outcomes beside those that the rule itself names.
    var allowed: [Loss: Set<ClientOutcome.Transport>]
    /// How it sends again what was lost on a connection that it had used before.
    package var resending: Attempts.Resending
    /// Whether its errors carry a code.
    package var hasCodes: Bool

    /// What a rule names, and what this stack may come to instead.
    package func outcomes(of loss: Loss) -> Set<ClientOutcome.Transport> {
        (Self.named[loss] ?? []).union(allowed[loss] ?? [])
    }

    /// What is known of what carries the requests of a client.
    package static func of(_ declaration: Declaration) -> PlatformOutcomes {
        known["\(declaration.platform)/\(declaration.transport)"] ?? unknown
    }

    /// What the rules name.
    private static let named: [Loss: Set<ClientOutcome.Transport>] = [
        .refused: [.cannotConnect],
        .reset: [.connectionLost],
        .shortBody: [.incomplete],
        .resetBody: [.incomplete, .connectionLost],
        .chunks: [.incomplete, .badResponse],
    ]

    private static let known: [String: PlatformOutcomes] = [
        // -1 for whatever libcurl says that is not in a table of ten.
        "linux/urlSession": PlatformOutcomes(
            allowed: [.shortBody: [.other], .chunks: [.other]],
            resending: .withoutBody,
            hasCodes: true
        ),
        // -1005 for what ends too soon (QA1941).
        "darwin/urlSession": PlatformOutcomes(
            allowed: [.shortBody: [.connectionLost], .chunks: [.connectionLost]],
            resending: .unknown,
            hasCodes: true
        ),
        // The gallery's own, which tells everything and sends nothing again.
        "linux/sockets": own, "darwin/sockets": own,
    ]

    private static let own = PlatformOutcomes(allowed: [:], resending: .never, hasCodes: true)

    /// An unknown stack may report an early end as a lost connection, as curl does.
    private static let unknown = PlatformOutcomes(
        allowed: [
            .refused: [.other], .reset: [.other], .shortBody: [.other, .connectionLost], .resetBody: [.other],
            .chunks: [.other, .connectionLost],
        ],
        resending: .unknown,
        hasCodes: false
    )
}
