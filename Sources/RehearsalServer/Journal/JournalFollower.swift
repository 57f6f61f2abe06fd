package import Rehearsal

/// Hands exchanges and marks on as they end, on a thread of its own,
/// so that nothing that is slow to take them holds up a loop.
///
/// What it has not read when the journal forgets it is counted, never waited for.
package final class JournalFollower: Sendable {
    private let thread: JournalThread

    /// - Parameter each: gets what there is since the last call, and how many exchanges it has missed in all.
    package init(
        _ backend: Backend,
        each: @escaping @Sendable (_ items: [Journal.Item], _ dropped: Int) -> Void,
    ) throws {
        let session = backend.session
        thread = try JournalThread(session.journal) { Self.follow(session, $0, each) }
    }

    /// Hands over what is left, open exchanges too, and returns when that is done.
    package func finish() { thread.finish() }

    private static func follow(
        _ session: Session,
        _ thread: JournalThread,
        _ each: @Sendable (_ items: [Journal.Item], _ dropped: Int) -> Void,
    ) {
        var reader = JournalReader(session)
        var chunk = 0
        var offset = 0
        while true {
            let (pieces, isLast) = thread.wait { isFinishing in
                let pieces = session.journal.pieces(from: chunk).filter { $0.number > chunk || $0.used > offset }
                return pieces.isEmpty && !isFinishing ? nil : (pieces, isFinishing)
            }
            var ended: [Int] = []
            for piece in pieces {
                if piece.number > chunk + 1 { reader.forgetOpen() }
                ended += reader.read(piece, from: piece.number == chunk ? offset : 0)
                (chunk, offset) = (piece.number, piece.used)
            }
            let entries = reader.takeEnded(ended) + (isLast ? reader.takeOpen() : [])
            let unread = isLast ? session.lock.withLock { session.journal.arrivals } - reader.nextOrdinal : 0
            let items = Journal.Item.merged(entries, reader.takeMarks())
            if !items.isEmpty || isLast { each(items, reader.missed + unread) }
            if isLast { return }
        }
    }
}
