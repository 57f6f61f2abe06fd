package import Rehearsal

/// The numbers of an exchange in a batch of changes.
///
/// Its texts are in an entry of the batch, which several exchanges share: the method, the target, and the names of the
/// endpoint, the fault and the policy.
package struct ExchangeSummary: Sendable {
    /// The position in the order of recording, from 0.
    package let ordinal: Int
    /// The number of the connection in the session, from 0.
    package let connection: Int
    /// The number of the exchange on its connection, from 0.
    package let exchange: Int
    /// The time at which the server read the first byte of the request.
    package let at: Int64
    package let decision: Journal.Decision
    package let status: Int?
    /// The length of the request's body.
    package let requestBytes: Int
    /// The number of bytes of the reply that the kernel accepted.
    package let replyBytes: Int
    package let endAt: Int64?
    package let end: Journal.End?
    /// The index of the entry that has the texts of the exchange.
    package let entry: Int

    /// Creates the summary of an exchange from its entry.
    init(of entry: Journal.Entry, at index: Int) {
        (ordinal, connection, exchange, at) = (entry.ordinal, entry.connection, entry.exchange, entry.at)
        (decision, status, end, endAt) = (entry.decision, entry.status, entry.end, entry.endAt)
        (requestBytes, replyBytes, self.entry) = (entry.body.length, entry.written, index)
    }
}
