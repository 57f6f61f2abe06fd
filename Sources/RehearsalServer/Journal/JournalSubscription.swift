package import Rehearsal
import RehearsalPlatform

/// A reader that returns each exchange and scenario switch of a journal once, in order.
struct JournalSubscription {
    private let session: Session
    private let store: JournalStore
    private var reader: JournalReader
    private var wireCapture: WireCaptureReader
    private var returnedCount = 0
    /// The position after the last record that was read.
    private(set) var position = JournalStore.Position()

    /// Creates a subscription.
    ///
    /// - Parameter store: the session's journal, or its wire capture, which also contains the bytes of replies.
    init(_ session: Session, reading store: JournalStore) {
        (self.session, self.store) = (session, store)
        reader = JournalReader(session)
        wireCapture = WireCaptureReader(mostHeld: store.cap)
    }

    init(_ session: Session) { self.init(session, reading: session.journal) }

    /// The exchanges that ended, and the scenario switches, since the last call.
    struct Batch {
        var items: [Journal.Record]
        /// The replies of these exchanges by ordinal; empty without a wire capture.
        var replies: [Int: Journal.SentBytes]
        /// The total number of exchanges that the journal discarded before they were read.
        var missed: Int
    }

    /// Returns the exchanges that ended, and the scenario switches, since the last call.
    ///
    /// - Parameter isLast: whether open exchanges are returned as well.
    mutating func takeEnded(isLast: Bool = false) -> Batch {
        let ended = read(forgetsOpen: true)
        let entries = reader.takeEnded(ended) + (isLast ? reader.takeOpen() : [])
        let replies = wireCapture.takeReplies(entries.map(\.ordinal), keeping: { reader.isOpen($0) })
        reader.forgetConnections()
        let unread = isLast ? session.lock.withLock { session.journal.arrivals } - reader.nextOrdinal : 0
        return Batch(
            items: Journal.Record.merged(entries, reader.takeScenarioSwitches()),
            replies: replies,
            missed: reader.discardedCount + unread
        )
    }

    /// Returns the exchanges that have arrived since the last call.
    mutating func takeArrived() -> [Journal.Entry] {
        _ = read(forgetsOpen: false)
        defer { returnedCount = reader.count }
        return reader.latestEntries(from: returnedCount)
    }

    /// Returns the exchanges that were in the journal at this or an earlier call, in their current state, oldest first.
    ///
    /// Each call reads only the records that follow those of the last one. Do not call ``takeEnded(isLast:)`` before,
    /// which removes exchanges.
    mutating func readEntries() -> [Journal.Entry] {
        _ = read(forgetsOpen: false)
        return reader.all
    }

    /// The number of exchanges that the journal discarded before they were read.
    var discardedCount: Int { reader.discardedCount }

    /// Waits for an unread record, at most for the time limit. Returns whether there is one.
    func waitForRecords(within limit: Duration) async -> Bool {
        await store.wait(in: \.recordAdded, within: limit) { [store, position] in store.position != position }
    }

    /// Reads the records since the last call. Returns the ordinals of the exchanges that these records end.
    ///
    /// - Parameter forgetsOpen: whether open exchanges are discarded if the journal discarded chunks in between.
    private mutating func read(forgetsOpen: Bool) -> [Int] {
        let (pieces, end) = store.lock.withLock {
            store.markAllRead()
            return (store.slices(from: position.chunk), store.position)
        }
        var ended: [Int] = []
        var chunk = position.chunk
        for piece in pieces {
            if forgetsOpen, piece.number > chunk + 1 { reader.forgetOpen() }
            let start = piece.number == position.chunk ? position.offset : 0
            ended += reader.read(piece, from: start)
            if store !== session.journal { wireCapture.read(piece, from: start) }
            chunk = piece.number
        }
        position = end
        return ended
    }
}

/// An asynchronous source of ended exchanges and scenario switches, for one task at a time.
package actor JournalTail {
    private var subscription: JournalSubscription

    /// Creates a source for the journal of a backend.
    package init(_ backend: Backend) { subscription = JournalSubscription(backend.session) }

    /// Waits for an exchange to end or a scenario switch, and returns all of them since the last call.
    ///
    /// Returns an empty array if the time limit is reached or the task is cancelled.
    package func next(within limit: Duration) async -> [Journal.Record] {
        let end = ContinuousClock.now + limit
        while true {
            let ended = subscription.takeEnded().items
            let remaining = end - .now
            if !ended.isEmpty || remaining <= .zero || Task.isCancelled { return ended }
            _ = await subscription.waitForRecords(within: remaining)
        }
    }
}

/// A thread that passes ended exchanges and scenario switches to a closure, so that a slow closure delays no loop.
///
/// Exchanges that the journal discards before the thread reads them are only counted.
package final class JournalFollower: Sendable {
    private let store: JournalStore
    private let isFinishing: Locked<Bool>
    private let thread: Locked<Thread?>

    /// Starts the thread.
    ///
    /// - Parameter each: receives the items since its last call, and the total number of discarded exchanges.
    package convenience init(
        _ backend: Backend,
        each: @escaping @Sendable (_ items: [Journal.Record], _ dropped: Int) -> Void,
    ) throws {
        try self.init(backend.session, reading: backend.session.journal) { each($0.items, $0.missed) }
    }

    /// Starts the thread, for a backend that captures replies.
    ///
    /// - Parameter each: also receives the replies by the ordinals of their exchanges.
    package convenience init(
        _ backend: Backend,
        eachWithReplies each:
            @escaping @Sendable (
                _ items: [Journal.Record], _ replies: [Int: Journal.SentBytes], _ dropped: Int
            ) -> Void,
    ) throws {
        let session = backend.session
        try self.init(session, reading: session.journal.wireCapture ?? session.journal) {
            each($0.items, $0.replies, $0.missed)
        }
    }

    /// Starts a thread that only reports that there are new records.
    ///
    /// - Parameter onNews: called once for all records since its last call, including records of open exchanges.
    package convenience init(_ backend: Backend, onNews: @escaping @Sendable () -> Void) throws {
        let store = backend.session.journal
        try self.init(store) { isFinishing in
            var position = JournalStore.Position()
            while !store.waitForRecords(after: position, unless: isFinishing) {
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
                let isLast = store.waitForRecords(after: subscription.position, unless: isFinishing)
                let batch = subscription.takeEnded(isLast: isLast)
                if !batch.items.isEmpty || isLast { each(batch) }
                if isLast { return }
            }
        }
    }

    /// - Parameter follow: the closure that runs on the thread.
    private init(_ store: JournalStore, _ follow: @escaping @Sendable (_ isFinishing: Locked<Bool>) -> Void) throws {
        let isFinishing = Locked(false)
        (self.store, self.isFinishing) = (store, isFinishing)
        thread = Locked(try Thread.start { follow(isFinishing) })
    }

    /// Passes the remaining exchanges, including open ones, to the closure. Blocks until the thread has ended.
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
