/// Says that something was written into the journal, also what has not ended, and reads nothing of it.
package final class JournalBell: @unchecked Sendable {
    // Sendable: `isFinishing` is reached under the journal's lock, `thread` by its owner alone.
    private let session: Session
    private let onNews: @Sendable () -> Void
    private var isFinishing = false
    private var thread: Thread?

    /// - Parameter onNews: is called on a thread of this bell's own, once for all that was written since its last call.
    package init(_ backend: Backend, onNews: @escaping @Sendable () -> Void) throws {
        session = backend.session
        self.onNews = onNews
        thread = try Thread.start { [self] in run() }
    }

    /// Returns when there are no more calls.
    package func finish() {
        session.lock.withLock {
            isFinishing = true
            session.journal.wakeFollowers()
        }
        thread?.join()
        thread = nil
    }

    private func run() {
        var position = JournalStore.Position()
        while let next = next(after: position) {
            position = next
            onNews()
        }
    }

    private func next(after position: JournalStore.Position) -> JournalStore.Position? {
        session.lock.withLock {
            while true {
                if isFinishing { return nil }
                if session.journal.position != position { return session.journal.position }
                session.journal.sleep()
            }
        }
    }
}
