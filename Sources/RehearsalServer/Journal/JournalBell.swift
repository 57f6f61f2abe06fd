/// Says that something was written into the journal, also what has not ended, and reads nothing of it.
package final class JournalBell: Sendable {
    private let thread: JournalThread

    /// - Parameter onNews: is called on a thread of this bell's own, once for all that was written since its last call.
    package init(_ backend: Backend, onNews: @escaping @Sendable () -> Void) throws {
        let journal = backend.session.journal
        thread = try JournalThread(journal) { thread in
            var position = JournalStore.Position()
            while true {
                let (next, isOver) = thread.wait { isFinishing in
                    isFinishing || journal.position != position ? (journal.position, isFinishing) : nil
                }
                if isOver { return }
                position = next
                onNews()
            }
        }
    }

    /// Returns when there are no more calls.
    package func finish() { thread.finish() }
}
