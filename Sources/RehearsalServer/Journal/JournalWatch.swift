import Rehearsal
import RehearsalPlatform

/// Looks at exchanges as they arrive, each of them once, for a task that waits for some.
struct JournalWatch {
    private let session: Session
    private var reader: JournalReader
    private var seen = 0
    private var position = JournalStore.Position()

    init(_ session: Session) {
        self.session = session
        reader = JournalReader(session)
    }

    /// What has arrived since the last call.
    mutating func take() -> [Journal.Entry] {
        let (pieces, end) = session.lock.withLock {
            (session.journal.pieces(from: position.chunk), session.journal.position)
        }
        for piece in pieces { _ = reader.read(piece, from: piece.number == position.chunk ? position.offset : 0) }
        position = end
        defer { seen = reader.count }
        return reader.arrived(from: seen)
    }

    /// Returns whether there is more to take, once there is or time is up.
    func news(within limit: Duration) async -> Bool {
        let (journal, position) = (session.journal, position)
        return await journal.wait(in: \.news, within: limit) { journal.position != position }
    }
}
