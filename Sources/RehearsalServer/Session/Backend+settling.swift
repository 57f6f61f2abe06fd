import RehearsalPlatform

extension Backend {
    /// No exchange is open at this moment.
    package var isSettled: Bool { session.lock.withLock { session.journal.isSettled } }

    /// How many requests nothing has answered.
    package var unexpectedCount: Int { session.lock.withLock { session.journal.unexpected } }

    /// How far the journal has been written: equal numbers mean that nothing has been added.
    package var progress: Int {
        let position = session.lock.withLock { session.journal.position }
        return position.chunk << 32 + position.offset
    }

    /// Blocks until its loops have taken in all that had reached this machine when it was called.
    package func catchUp() {
        for _ in 0..<Session.turnsToCatchUp { session.onEveryLoop { _ in } }
    }
}
