import RehearsalPlatform

/// Finds out whether the tasks that are ready to run on Swift's cooperative pool have run.
///
/// A task that is enqueued after them gets a thread after them. It yields a few times, because each of them may have
/// enqueued another.
final class PoolProbe: @unchecked Sendable {
    // Sendable: `isStarted` and `isDone` are reached under the lock.
    private let lock = Lock()
    private var isStarted = false
    private var isDone = false

    private static let yields = 3

    /// Whether the probe has run to its end.
    var hasRun: Bool { lock.withLock { isDone } }

    /// Enqueues the probe, once.
    func start() {
        let isFirst = lock.withLock {
            defer { isStarted = true }
            return !isStarted
        }
        guard isFirst else { return }
        Task.detached(priority: .medium) { [self] in
            for _ in 0..<Self.yields { await Task.yield() }
            lock.withLock { isDone = true }
        }
    }
}
