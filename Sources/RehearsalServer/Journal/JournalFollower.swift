package import Rehearsal
import RehearsalPlatform

/// Hands exchanges and marks on as they end, on a thread of its own,
/// so that nothing that is slow to take them holds up a loop.
///
/// What it has not read when the journal forgets it is counted, never waited for.
package final class JournalFollower: Sendable {
    private let store: JournalStore
    private let isFinishing: Locked<Bool>
    private let thread: Locked<Thread?>

    /// - Parameter each: gets what there is since the last call, and how many exchanges it has missed in all.
    package convenience init(
        _ backend: Backend,
        each: @escaping @Sendable (_ items: [Journal.Item], _ dropped: Int) -> Void,
    ) throws {
        try self.init(backend.session, reading: backend.session.journal) { each($0.items, $0.missed) }
    }

    /// As above, with what was sent of the exchanges, by their ordinals; for a backend that keeps replies.
    package convenience init(
        _ backend: Backend,
        eachWithReplies each:
            @escaping @Sendable (
                _ items: [Journal.Item], _ replies: [Int: Journal.SentReply], _ dropped: Int
            ) -> Void,
    ) throws {
        let session = backend.session
        try self.init(session, reading: session.journal.tape ?? session.journal) {
            each($0.items, $0.replies, $0.missed)
        }
    }

    /// Reads nothing.
    ///
    /// - Parameter onNews: is called once for all that was written since its last call, also for what has not ended.
    package convenience init(_ backend: Backend, onNews: @escaping @Sendable () -> Void) throws {
        let store = backend.session.journal
        try self.init(store) { isFinishing in
            var position = JournalStore.Position()
            while !store.waitForNews(after: position, unless: isFinishing) {
                position = store.lock.withLock { store.position }
                onNews()
            }
        }
    }

    private convenience init(
        _ session: Session,
        reading store: JournalStore,
        each: @escaping @Sendable (JournalSubscription.Batch) -> Void,
    ) throws {
        try self.init(store) { isFinishing in
            var subscription = JournalSubscription(session, reading: store)
            while true {
                let isLast = store.waitForNews(after: subscription.position, unless: isFinishing)
                let batch = subscription.takeEnded(isLast: isLast)
                if !batch.items.isEmpty || isLast { each(batch) }
                if isLast { return }
            }
        }
    }

    /// - Parameter follow: is the whole of the thread.
    private init(_ store: JournalStore, _ follow: @escaping @Sendable (_ isFinishing: Locked<Bool>) -> Void) throws {
        let isFinishing = Locked(false)
        (self.store, self.isFinishing) = (store, isFinishing)
        thread = Locked(try Thread.start { follow(isFinishing) })
    }

    /// Hands over what is left, open exchanges too, and returns when that is done and the thread has ended.
    package func finish() {
        store.lock.withLock {
            isFinishing.withLock { $0 = true }
            store.wakeFollowers()
        }
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }
}
