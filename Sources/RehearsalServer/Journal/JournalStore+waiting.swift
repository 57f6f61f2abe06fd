import Rehearsal
import RehearsalPlatform

extension JournalStore {
    /// Which of the journal's waiters a task joins.
    typealias Queue = any WritableKeyPath<Waiting, Waiters> & Sendable

    /// Those who wait, by what for.
    struct Waiting {
        /// For the next record.
        var news = Waiters()
        /// Until no exchange is open.
        var settling = Waiters()
    }

    /// Blocks the thread until something is written behind a position, or the follower is to finish.
    ///
    /// Called without the lock.
    ///
    /// - Returns: whether the follower is to finish.
    func waitForNews(after position: Position, unless isFinishing: Locked<Bool>) -> Bool {
        lock.withLock {
            while true {
                if isFinishing.withLock({ $0 }) { return true }
                if self.position != position { return false }
                sleep()
            }
        }
    }

    /// Waits in a queue, again each time it is woken, until a condition holds, time is up or the task is cancelled.
    ///
    /// - Parameter isDone: asked with the lock held.
    /// - Returns: whether the condition held at last.
    func wait(
        in queue: Queue,
        within limit: Duration?,
        until isDone: @escaping @Sendable () -> Bool,
    ) async -> Bool {
        let ticket = lock.withLock { waiting[keyPath: queue].makeTicket() }
        let end = limit.map { ContinuousClock.now + .nanoseconds($0.nanoseconds) }
        let timer = end.map { end in
            Task {
                try? await Task.sleep(until: end, clock: .continuous)
                lock.withLock { waiting[keyPath: queue].wake(ticket) }
            }
        }
        defer {
            timer?.cancel()
            lock.withLock { waiting[keyPath: queue].forget(ticket) }
        }
        while true {
            if lock.withLock(isDone) { return true }
            if Task.isCancelled || end.map({ $0 <= .now }) ?? false { return false }
            await suspend(in: queue, ticket, unless: isDone)
        }
    }

    private func suspend(in queue: Queue, _ ticket: Waiters.Ticket, unless isDone: @Sendable () -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isKept = lock.withLock {
                    guard !isDone(), waiting[keyPath: queue].keep(continuation, ticket) else { return false }
                    if queue == \.news { hasSleeper = true }
                    return true
                }
                if !isKept { continuation.resume() }
            }
        } onCancel: {
            lock.withLock { waiting[keyPath: queue].wake(ticket) }
        }
    }

    /// Returns whether no exchange is open, once that is so or time is up.
    func settled(within limit: Duration?) async -> Bool {
        await wait(in: \.settling, within: limit) { self.open == 0 }
    }
}
