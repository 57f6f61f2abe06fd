package import Rehearsal
import RehearsalPlatform

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
        thread = try JournalThread(session.journal) { Self.follow(session, session.journal, $0) { each($0, $2) } }
    }

    /// As above, with what was sent of the exchanges, by their ordinals; for a backend that keeps replies.
    package init(
        _ backend: Backend,
        eachWithReplies each:
            @escaping @Sendable (
                _ items: [Journal.Item], _ replies: [Int: Journal.SentReply], _ dropped: Int
            ) -> Void,
    ) throws {
        let session = backend.session
        let store = session.journal.tape ?? session.journal
        thread = try JournalThread(store) { Self.follow(session, store, $0, each) }
    }

    /// Hands over what is left, open exchanges too, and returns when that is done.
    package func finish() { thread.finish() }

    private static func follow(
        _ session: Session,
        _ store: JournalStore,
        _ thread: JournalThread,
        _ each: @Sendable ([Journal.Item], [Int: Journal.SentReply], Int) -> Void,
    ) {
        var reader = JournalReader(session)
        var tape = TapeReader(mostHeld: store.cap)
        var chunk = 0
        var offset = 0
        while true {
            let (pieces, isLast) = thread.wait { isFinishing -> (pieces: [JournalStore.Piece], isLast: Bool)? in
                let pieces = store.pieces(from: chunk).filter { $0.number > chunk || $0.used > offset }
                guard !pieces.isEmpty || isFinishing else { return nil }
                store.noteTaken()
                return (pieces, isFinishing)
            }
            var ended: [Int] = []
            for piece in pieces {
                if piece.number > chunk + 1 { reader.forgetOpen() }
                let start = piece.number == chunk ? offset : 0
                ended += reader.read(piece, from: start)
                if store !== session.journal { tape.read(piece, from: start) }
                (chunk, offset) = (piece.number, piece.used)
            }
            let entries = reader.takeEnded(ended) + (isLast ? reader.takeOpen() : [])
            let replies = tape.take(entries.map(\.ordinal), keeping: { reader.isOpen($0) })
            reader.forgetConnections()
            let unread = isLast ? session.lock.withLock { session.journal.arrivals } - reader.nextOrdinal : 0
            let items = Journal.Item.merged(entries, reader.takeMarks())
            if !items.isEmpty || isLast { each(items, replies, reader.missed + unread) }
            if isLast { return }
        }
    }
}
