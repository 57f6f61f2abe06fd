import RehearsalPlatform

/// Finds out whether the tasks that are ready to run on Swift's cooperative pool have run.
///
/// A task that is enqueued after them gets a thread after them. It yields a few times, because each of them may have
/// enqueued another.
final class PoolProbe: Sendable {
    private let isStarted = Locked(false)
    private let isDone = Locked(false)

    private static let yields = 3

    /// Whether the probe has run to its end.
    var hasRun: Bool { isDone.withLock { $0 } }

    /// Enqueues the probe, once.
    func start() {
        let isFirst = isStarted.withLock { value in
            defer { value = true }
            return !value
        }
        guard isFirst else { return }
        Task.detached(priority: .medium) { [self] in
            for _ in 0..<Self.yields { await Task.yield() }
            isDone.withLock { $0 = true }
        }
    }
}
