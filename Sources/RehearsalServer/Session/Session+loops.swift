import RehearsalPlatform

extension Session {
    /// Blocks until each of its loops has done something.
    func onEveryLoop(_ command: @escaping @Sendable (EventLoop) -> Void) {
        let lock = Lock()
        let done = Lock.Condition()
        let left = Left(loops.count)
        for loop in loops {
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

    /// Lets so much of its time pass at once, in nanoseconds, and blocks until each of its loops knows.
    func advance(by nanoseconds: Int64) {
        let (passed, ahead) = time.advance(by: nanoseconds)
        onEveryLoop { [self] in $0.advance(self, by: passed, to: ahead) }
    }

    /// What each of its loops is doing for it; blocks until all have said so.
    func stillness() -> [Stillness.Part] {
        let parts = Parts()
        let lock = Lock()
        onEveryLoop { [self] loop in
            let part = loop.stillness(of: self)
            lock.withLock { parts.all.append(part) }
        }
        return lock.withLock { parts.all }
    }

    private final class Parts: @unchecked Sendable {
        // Sendable: reached under the lock beside it.
        var all: [Stillness.Part] = []
    }
}
