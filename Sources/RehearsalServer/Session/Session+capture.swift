import Rehearsal
import RehearsalPlatform

/// The capture of replies that begins and ends while a session runs.
struct ReplyCapture {
    /// The number of readers that need the replies.
    var readerCount = 0
    /// The captured replies; nil before the first capture.
    var store: JournalStore?

    /// The latest times between the begin and the end of a capture; the end is `.max` while a capture is active.
    private var periods: [(begin: Int64, end: Int64)] = []

    /// The maximum size of the capture in bytes.
    static let cap = 16 << 20
    private static let maximumPeriods = 1_000

    /// Notes that a capture begins.
    mutating func noteBegin(at now: Int64) {
        periods.append((now, .max))
        if periods.count > Self.maximumPeriods { periods.removeFirst() }
    }

    /// Notes that a capture ends.
    mutating func noteEnd(at now: Int64) {
        if let last = periods.indices.last { periods[last].end = now }
    }

    /// Returns whether a capture was active during an exchange.
    func wasActive(during entry: Journal.Entry) -> Bool {
        periods.contains { $0.begin <= entry.endAt ?? .max && entry.at <= $0.end }
    }
}

extension Session {
    /// Changes the number of readers that need the replies, and begins or ends the capture accordingly.
    ///
    /// A backend that captures replies from its start is not changed.
    func changeReplyCapture(by difference: Int) {
        captureChanges.withLock { capture in
            let wasOn = capture.readerCount > 0
            capture.readerCount += difference
            let isOn = capture.readerCount > 0
            guard wasOn != isOn else { return }
            let current = lock.withLock { journal.wireCapture }
            if isOn {
                guard current == nil else { return }
                let store = capture.store ?? JournalStore(lock: lock, cap: ReplyCapture.cap, copiesRecords: false)
                capture.store = store
                setWireCapture(store)
                capture.noteBegin(at: SystemClock.now())
            } else if let store = capture.store, current === store {
                setWireCapture(nil)
                capture.noteEnd(at: SystemClock.now())
            }
        }
    }

    /// Returns whether replies were captured during an exchange.
    func capturedReplies(during entry: Journal.Entry) -> Bool {
        // A capture from the start of the session has no store that begins later.
        captureChanges.withLock { capture in
            capture.store == nil ? lock.withLock { journal.wireCapture != nil } : capture.wasActive(during: entry)
        }
    }

    /// Sets the wire capture while no loop of the session reads it. Blocks the calling thread until it is set.
    private func setWireCapture(_ store: JournalStore?) {
        // The loops pause, because they read the wire capture without the lock.
        LoopPause.run(on: self) { [self] in
            lock.withLock { journal.wireCapture = store }
        } then: { _, _ in
        }
    }

    /// Returns the written parts of the journal and of the captured replies.
    func journalSlices() -> (journal: [JournalStore.ChunkSlice], captured: [JournalStore.ChunkSlice]) {
        let captured = captureChanges.withLock { $0.store }
        return lock.withLock { (journal.slices(), (journal.wireCapture ?? captured)?.slices() ?? []) }
    }

    /// Returns the captured replies by the ordinals of their exchanges.
    func sentBytes(of ordinals: [Int], in pieces: [JournalStore.ChunkSlice]) -> [Int: Journal.SentBytes] {
        var reader = WireCaptureReader(mostHeld: .max)
        for piece in pieces { reader.read(piece, from: 0) }
        return reader.takeReplies(ordinals) { _ in false }
    }
}
