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
        for _ in 0..<Session.turnsToCatchUp { onEveryLoop { _ in } }
    }

    /// Blocks until each of its loops has done something.
    func onEveryLoop(_ command: @escaping @Sendable (EventLoop) -> Void) {
        let lock = Lock()
        let done = Lock.Condition()
        let left = Left(session.loops.count)
        for loop in session.loops {
            loop.submit { loop in
                command(loop)
                lock.withLock {
                    left.count -= 1
                    done.signal()
                }
            }
        }
        lock.withLock {
            while left.count > 0 { lock.wait(for: done) }
        }
    }

    /// Loops that have not had their turn.
    private final class Left: @unchecked Sendable {
        // Sendable: reached under the lock beside it.
        var count: Int
        init(_ count: Int) { self.count = count }
    }
}
