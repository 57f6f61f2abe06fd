import Rehearsal
import RehearsalPlatform

/// The capture of replies that begins and ends while a session runs.
struct ReplyCapture {
    /// The number of readers that need the replies.
    var readerCount = 0
    /// The captured replies; nil before the first capture.
    var store: JournalStore?

    /// The maximum size of the capture in bytes.
    static let cap = 16 << 20
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
            } else if let store = capture.store, current === store {
                setWireCapture(nil)
            }
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
