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
                    if queue == \.news { hasSleeper = true } else { hasSettler = true }
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

/// Tasks that wait for something to happen to a journal. Every method is called with the journal's lock held.
struct Waiters {
    /// Tells a task from others, also before it waits.
    struct Ticket: Hashable {
        fileprivate let number: Int
    }

    private enum State {
        case awaited(CheckedContinuation<Void, Never>)
        /// It does something else, or looks whether it has what it waits for.
        case awake
        /// Woken before it had begun to wait.
        case woken
    }

    private var states: [Ticket: State] = [:]
    private var count = 0

    mutating func makeTicket() -> Ticket {
        count += 1
        let ticket = Ticket(number: count)
        states[ticket] = .awake
        return ticket
    }

    /// Keeps a task until it is woken; returns false if it has been already.
    mutating func keep(_ continuation: CheckedContinuation<Void, Never>, _ ticket: Ticket) -> Bool {
        if case .woken = states[ticket] {
            states[ticket] = .awake
            return false
        }
        states[ticket] = .awaited(continuation)
        return true
    }

    /// Wakes one task, now or as soon as it wants to wait; one that is forgotten stays so.
    mutating func wake(_ ticket: Ticket) {
        switch states[ticket] {
        case .awaited(let continuation):
            states[ticket] = .awake
            Self.resume([continuation])
        case .awake, .woken: states[ticket] = .woken
        case nil: break
        }
    }

    /// Wakes every task that waits.
    mutating func wakeAll() {
        var continuations: [CheckedContinuation<Void, Never>] = []
        for (ticket, state) in states {
            guard case .awaited(let continuation) = state else { continue }
            states[ticket] = .awake
            continuations.append(continuation)
        }
        Self.resume(continuations)
    }

    /// Resumes them without the lock: who cancels a task holds what resuming it needs, and its handler needs the lock.
    private static func resume(_ continuations: [CheckedContinuation<Void, Never>]) {
        guard !continuations.isEmpty else { return }
        Task.detached {
            for continuation in continuations { continuation.resume() }
        }
    }

    /// Forgets a task that has what it waited for.
    mutating func forget(_ ticket: Ticket) { states[ticket] = nil }
}
