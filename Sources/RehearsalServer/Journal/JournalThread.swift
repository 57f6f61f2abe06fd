import RehearsalPlatform

/// A thread that follows a journal until it is told to finish.
final class JournalThread: @unchecked Sendable {
    // Sendable: `isFinishing` is reached under the journal's lock, `thread` by its owner alone.
    private let journal: JournalStore
    private var isFinishing = false
    private var thread: Thread?

    /// - Parameter follow: is the whole of the thread; it returns when waiting has told it that all is over.
    init(_ journal: JournalStore, _ follow: @escaping @Sendable (JournalThread) -> Void) throws {
        self.journal = journal
        thread = try Thread.start { [self] in follow(self) }
    }

    /// Returns when the thread has ended.
    func finish() {
        journal.lock.withLock {
            isFinishing = true
            journal.wakeFollowers()
        }
        thread?.join()
        thread = nil
    }

    /// Sleeps until there is something, which is looked for under the journal's lock whenever something has happened.
    func wait<News>(for news: (_ isFinishing: Bool) -> News?) -> News {
        journal.lock.withLock {
            while true {
                if let found = news(isFinishing) { return found }
                journal.sleep()
            }
        }
    }
}
