import Dispatch
package import Rehearsal
package import RehearsalServer

extension Backend {
    /// Waits until the connections in the journal satisfy a condition, and returns them.
    ///
    /// - Parameters:
    ///   - limit: the time limit in seconds, after which the function returns the connections as they are.
    ///   - isMet: the condition, checked after each change of the journal.
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
        // `finish` blocks until the follower's thread has ended.
        try? await runBlocking { follower.finish() }
        return found
    }
}
