package import Rehearsal
import RehearsalPlatform

/// Reads the records of a journal in order, each of them once.
struct JournalSubscription {
    private let session: Session
    private let store: JournalStore
    private var reader: JournalReader
    private var tape: TapeReader
    private var seen = 0
    /// Behind the last record that was read.
    private(set) var position = JournalStore.Position()

    /// - Parameter store: the session's journal, or its tape, which also has the bytes of replies.
    init(_ session: Session, reading store: JournalStore) {
        (self.session, self.store) = (session, store)
        reader = JournalReader(session)
        tape = TapeReader(mostHeld: store.cap)
    }

    init(_ session: Session) { self.init(session, reading: session.journal) }

    /// The exchanges and marks that have ended since the last call.
    struct Batch {
        var items: [Journal.Item]
        /// The bytes that were sent of these exchanges, by their ordinals; empty without a tape.
        var replies: [Int: Journal.SentReply]
        /// The exchanges, in all, that the journal had forgotten before they were read.
        var missed: Int
    }

    /// Returns the exchanges and marks that have ended since the last call.
    ///
    /// - Parameter isLast: whether exchanges that are still open are to be returned as well.
    mutating func takeEnded(isLast: Bool = false) -> Batch {
        let ended = read(forgetsOpen: true)
        let entries = reader.takeEnded(ended) + (isLast ? reader.takeOpen() : [])
        let replies = tape.take(entries.map(\.ordinal), keeping: { reader.isOpen($0) })
        reader.forgetConnections()
        let unread = isLast ? session.lock.withLock { session.journal.arrivals } - reader.nextOrdinal : 0
        return Batch(
            items: Journal.Item.merged(entries, reader.takeMarks()),
            replies: replies,
            missed: reader.missed + unread
        )
    }

    /// Returns the exchanges that have arrived since the last call.
    mutating func takeArrived() -> [Journal.Entry] {
        _ = read(forgetsOpen: false)
        defer { seen = reader.count }
        return reader.arrived(from: seen)
    }

    /// Returns whether there is something to read, as soon as there is or the time is up.
    func hasNews(within limit: Duration) async -> Bool {
        await store.wait(in: \.news, within: limit) { [store, position] in store.position != position }
    }

    /// Reads what has been written since the last call; returns the ordinals of the exchanges that have ended in it.
    ///
    /// - Parameter forgetsOpen: whether an exchange is forgotten whose end the journal may have forgotten.
    private mutating func read(forgetsOpen: Bool) -> [Int] {
        let (pieces, end) = store.lock.withLock {
            store.noteTaken()
            return (store.pieces(from: position.chunk), store.position)
        }
        var ended: [Int] = []
        var chunk = position.chunk
        for piece in pieces {
            if forgetsOpen, piece.number > chunk + 1 { reader.forgetOpen() }
            let start = piece.number == position.chunk ? position.offset : 0
            ended += reader.read(piece, from: start)
            if store !== session.journal { tape.read(piece, from: start) }
            chunk = piece.number
        }
        position = end
        return ended
    }
}

/// Hands exchanges and marks on as they end, to a task that asks for them.
///
/// One task at a time asks; it is an actor so that this need not be taken on trust.
package actor JournalTail {
    private var subscription: JournalSubscription

    package init(_ backend: Backend) { subscription = JournalSubscription(backend.session) }

    /// Returns those that have ended since the last call, as soon as there are any; none if the time is up first, or if
    /// the task is cancelled.
    package func next(within limit: Duration) async -> [Journal.Item] {
        let end = ContinuousClock.now + limit
        while true {
            let ended = subscription.takeEnded().items
            let left = end - .now
            if !ended.isEmpty || left <= .zero || Task.isCancelled { return ended }
            _ = await subscription.hasNews(within: left)
        }
    }
}

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
