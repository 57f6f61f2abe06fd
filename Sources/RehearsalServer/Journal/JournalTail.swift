package import Rehearsal
import RehearsalPlatform

/// Hands exchanges and marks on as they end, to a task that asks for them.
///
/// One task at a time asks; it is an actor so that this need not be taken on trust.
package actor JournalTail {
    private let session: Session
    private var reader: JournalReader
    private var position = JournalStore.Position()

    package init(_ backend: Backend) {
        session = backend.session
        reader = JournalReader(session)
    }

    /// Those that have ended since the last call, as soon as there are any; none if time is up first, or if the task is
    /// cancelled.
    package func next(within limit: Duration) async -> [Journal.Item] {
        let end = ContinuousClock.now + limit
        while true {
            let ended = take()
            let left = end - .now
            if !ended.isEmpty || left <= .zero || Task.isCancelled { return ended }
            let (journal, position) = (session.journal, position)
            _ = await journal.wait(in: \.news, within: left) { journal.position != position }
        }
    }

    private func take() -> [Journal.Item] {
        let (pieces, end) = session.lock.withLock {
            (session.journal.pieces(from: position.chunk), session.journal.position)
        }
        var ended: [Int] = []
        for piece in pieces { ended += reader.read(piece, from: piece.number == position.chunk ? position.offset : 0) }
        position = end
        return Journal.Item.merged(reader.takeEnded(ended), reader.takeMarks())
    }
}
