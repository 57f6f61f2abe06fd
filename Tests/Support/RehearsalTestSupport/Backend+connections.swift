import Dispatch
package import Rehearsal
package import RehearsalServer

extension Backend {
    /// Waits until the connections on record satisfy a condition, and returns them.
    ///
    /// - Parameters:
    ///   - limit: the number of seconds after which it returns whatever is on record, so that a failing test ends.
    ///   - isMet: called after each change of the journal, on threads of its own.
    package func connections(
        within limit: Int = 240,
        where isMet: @escaping @Sendable ([Journal.Connection]) -> Bool,
    ) async -> [Journal.Connection] {
        let (news, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard let follower = try? JournalFollower(self, onNews: { continuation.yield() }) else {
            return journal.connections
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit)) { continuation.finish() }
        var found = journal.connections
        var iterator = news.makeAsyncIterator()
        while !isMet(found), await iterator.next() != nil { found = journal.connections }
        // It waits for the thread of the follower.
        try? await onThread { follower.finish() }
        return found
    }
}
