/// An analysis that separates the requests of a client from the automatic retries of its network stack.
///
/// If a reused connection turns out to be closed, a network stack retries the request on another connection (RFC 9112
/// §9.3.1). A request counts as such a retry if it immediately follows an equal, lost request. A request is lost if its
/// connection was reused and a fault ended it before the first byte of a reply.
package enum RetryAnalysis {
    /// The maximum delay of an automatic retry, in nanoseconds; retries by the client itself take longer.
    private static let maxRetryDelay: Int64 = 50_000_000

    /// A request that the client itself sent, with its automatic retries.
    package struct Attempt {
        package let first: Journal.Entry
        package fileprivate(set) var last: Journal.Entry
        /// The number of its automatic retries.
        package fileprivate(set) var automaticRetries = 0
        /// Whether one of the retries declared a body and sent none, as `URLSession` on Linux does.
        package fileprivate(set) var wasRetriedWithoutBody = false
    }

    /// The known retry behavior of a network stack.
    package enum AutomaticRetries: Sendable, Hashable {
        /// The behavior is unknown: everything that looks like an automatic retry counts as one.
        case unknown
        /// The stack retries only the head: a request with a body comes from the client.
        case withoutBody
        /// The stack never retries: every request comes from the client.
        case never
    }

    /// Returns the requests that the client itself sent, in order.
    package static func analyze(_ entries: [Journal.Entry], automaticRetries: AutomaticRetries = .unknown)
        -> [Attempt]
    {
        var attempts: [Attempt] = []
        var lost: [Int] = []
        for entry in entries {
            let index: Int
            let position = lost.firstIndex { isAutomaticRetry(entry, after: attempts[$0], automaticRetries) }
            if let position {
                index = lost.remove(at: position)
                attempts[index].last = entry
                attempts[index].automaticRetries += 1
                if !entry.body.isComplete { attempts[index].wasRetriedWithoutBody = true }
            } else {
                index = attempts.count
                attempts.append(Attempt(first: entry, last: entry))
            }
            if entry.wasLostOnReusedConnection { lost.append(index) }
        }
        return attempts
    }

    private static func isAutomaticRetry(
        _ entry: Journal.Entry,
        after attempt: Attempt,
        _ resending: AutomaticRetries,
    ) -> Bool {
        let lost = attempt.last
        guard let endAt = lost.endAt, endAt <= entry.at, entry.connection != lost.connection else { return false }
        guard entry.method == lost.method, entry.normalizedTarget == lost.normalizedTarget else { return false }
        // Only a network stack declares a body and sends none, so such a retry is recognized even if it is late.
        let lostItsBody = !entry.body.isComplete && entry.body.length == 0 && attempt.first.body.length > 0
        guard entry.at - endAt <= maxRetryDelay || resending == .withoutBody && lostItsBody else { return false }
        switch resending {
        case .unknown: return true
        case .never: return false
        case .withoutBody: return attempt.first.body.length == 0 || entry.body.length == 0
        }
    }
}
