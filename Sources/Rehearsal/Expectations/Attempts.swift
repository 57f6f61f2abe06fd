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
    }

    /// The requests among these that the client itself sent, in their order.
    package static func of(_ entries: [Journal.Entry]) -> [Attempt] {
        var attempts: [Attempt] = []
        var lost: [Int] = []
        for entry in entries {
            let index: Int
            if let place = lost.firstIndex(where: { isSentAgain(entry, after: attempts[$0].last) }) {
                index = lost.remove(at: place)
                attempts[index].last = entry
            } else {
                index = attempts.count
                attempts.append(Attempt(first: entry, last: entry))
            }
            if entry.wasLostOnReuse { lost.append(index) }
        }
        return attempts
    }

    private static func isSentAgain(_ entry: Journal.Entry, after lost: Journal.Entry) -> Bool {
        guard let endAt = lost.endAt, endAt <= entry.at, entry.connection != lost.connection else { return false }
        return entry.method == lost.method && entry.target == lost.target && entry.at - endAt <= atOnce
    }
}

extension Journal.Entry {
    fileprivate var wasLostOnReuse: Bool { exchange > 0 && written == 0 && end == .fault }
}
