package import Rehearsal

/// Hands exchanges on as they end, on a thread of its own, so that nothing that is slow to take them holds up a loop.
///
/// What it has not read when the journal forgets it is counted, never waited for.
package final class JournalFollower: @unchecked Sendable {
    // Sendable: `isFinishing` is reached under the journal's lock, the rest belongs to the thread.
    private let session: Session
    private let each: @Sendable (_ ended: [Journal.Entry], _ dropped: Int) -> Void
    private var isFinishing = false
    private var thread: Thread?

    /// - Parameter each: gets what has ended since the last call, and how many exchanges it has missed in all.
    package init(
        _ backend: Backend,
        each: @escaping @Sendable (_ ended: [Journal.Entry], _ dropped: Int) -> Void,
    ) throws {
        session = backend.session
        self.each = each
        thread = try Thread.start { [self] in run() }
    }

    /// Hands over what is left, open exchanges too, and returns when that is done.
    package func finish() {
        session.lock.withLock {
            isFinishing = true
            session.journal.wakeFollowers()
        }
        thread?.join()
        thread = nil
    }

    private func run() {
        var reader = JournalReader(session: session.name, playbook: session.playbook)
        var chunk = 0
        var offset = 0
        while true {
            let (pieces, isLast) = next(after: chunk, offset)
            var ended: [Int] = []
            for piece in pieces {
                if piece.number > chunk + 1 { reader.forgetOpen() }
                ended += reader.read(piece, from: piece.number == chunk ? offset : 0)
                (chunk, offset) = (piece.number, piece.used)
            }
            let entries = reader.takeEnded(ended) + (isLast ? reader.takeOpen() : [])
            let unread = isLast ? session.lock.withLock { session.journal.arrivals } - reader.nextOrdinal : 0
            if !entries.isEmpty || isLast { each(entries, reader.missed + unread) }
            if isLast { return }
        }
    }

    /// Waits for news.
    private func next(after chunk: Int, _ offset: Int) -> (pieces: [JournalStore.Piece], isLast: Bool) {
        session.lock.withLock {
            while true {
                let pieces = session.journal.pieces(from: chunk).filter { $0.number > chunk || $0.used > offset }
                if !pieces.isEmpty || isFinishing { return (pieces, isFinishing) }
                session.journal.sleep()
            }
        }
    }
}
