import RehearsalPlatform

extension Session {
    /// Blocks until each of its loops has done something.
    func onEveryLoop(_ command: @escaping @Sendable (EventLoop) -> Void) {
        let left = Locked(loops.count)
        for loop in loops {
            loop.submit { loop in
                command(loop)
                left.withLock { $0 -= 1 }
                left.notify()
            }
        }
        left.wait { $0 == 0 ? () : nil }
    }

    /// Lets so much of its time pass at once, in nanoseconds, and blocks until each of its loops knows.
    func advance(by nanoseconds: Int64) {
        let (passed, ahead) = time.advance(by: nanoseconds)
        onEveryLoop { [self] in $0.advance(self, by: passed, to: ahead) }
    }

    /// What each of its loops is doing for it; blocks until all have said so.
    func stillness() -> [Stillness.Part] {
        let parts = Locked<[Stillness.Part]>([])
        onEveryLoop { [self] loop in
            let part = loop.stillness(of: self)
            parts.withLock { $0.append(part) }
        }
        return parts.withLock { $0 }
    }
}
