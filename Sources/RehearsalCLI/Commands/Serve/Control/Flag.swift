import RehearsalPlatform
import RehearsalServer

/// Something that happens once, and that threads can wait for.
final class Flag: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let lock = Lock()
    private let news = Lock.Condition()
    private var isRaised = false

    /// Whether the caller is the one who raised it.
    func raise() -> Bool {
        lock.withLock {
            defer {
                isRaised = true
                news.signal()
            }
            return !isRaised
        }
    }

    func wait() {
        lock.withLock {
            while !isRaised { lock.wait(for: news) }
        }
    }
}
