/// Tells what a client sent from what its network stack sent again.
///
/// A stack that finds a reused connection dead sends the request again on another one without asking anybody (RFC 9112
/// §9.3.1); on a fresh connection none does. So a request is the stack's own if it equals one that was lost, without a
/// byte of an answer, on a connection that had carried another exchange before, and follows it at once.
package enum Attempts {
    /// A client that decides for itself takes longer, in nanoseconds.
    private static let atOnce: Int64 = 50_000_000

    /// A request that the client itself sent, and the last of those that its stack made of it.
    package struct Attempt {
        package let first: Journal.Entry
        package fileprivate(set) var last: Journal.Entry
        /// How many requests its stack made of it.
        package fileprivate(set) var resent = 0
        /// Whether one of those announced a body that it did not bring, as `URLSession` on Linux sends them.
        package fileprivate(set) var hasLostItsBody = false
    }

    /// What is known of how a network stack sends again.
    package enum Resending: Sendable, Hashable {
        /// Nothing: what looks as if a stack had sent it is taken for its doing.
        case unknown
        /// It sends the head alone: a body that came along was sent by the client.
        case withoutBody
        /// It does not: everything is the client's.
        case never
    }

    /// The requests among these that the client itself sent, in their order.
    package static func of(_ entries: [Journal.Entry], resending: Resending = .unknown) -> [Attempt] {
        var attempts: [Attempt] = []
        var lost: [Int] = []
        for entry in entries {
            let index: Int
            if let place = lost.firstIndex(where: { isSentAgain(entry, after: attempts[$0], resending) }) {
                index = lost.remove(at: place)
                attempts[index].last = entry
                attempts[index].resent += 1
                if !entry.body.isComplete { attempts[index].hasLostItsBody = true }
            } else {
                index = attempts.count
                attempts.append(Attempt(first: entry, last: entry))
            }
            if entry.wasLostOnReuse { lost.append(index) }
        }
        return attempts
    }

    private static func isSentAgain(
        _ entry: Journal.Entry,
        after attempt: Attempt,
        _ resending: Resending,
    ) -> Bool {
        let lost = attempt.last
        guard let endAt = lost.endAt, endAt <= entry.at, entry.connection != lost.connection else { return false }
        guard entry.method == lost.method, entry.resource == lost.resource else { return false }
        // No client announces a body and brings none, so what is that stack's may be late on a busy machine.
        let hasLostIts = !entry.body.isComplete && entry.body.length == 0 && attempt.first.body.length > 0
        guard entry.at - endAt <= atOnce || resending == .withoutBody && hasLostIts else { return false }
        switch resending {
        case .unknown: return true
        case .never: return false
        case .withoutBody: return attempt.first.body.length == 0 || entry.body.length == 0
        }
    }
}
