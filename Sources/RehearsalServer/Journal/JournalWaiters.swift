import Rehearsal
import RehearsalPlatform

extension JournalStore {
    /// A reference to one of the journal's queues of waiting tasks.
    typealias Queue = any WritableKeyPath<Waiting, WaiterQueue> & Sendable

    /// The waiting tasks, by the event that they wait for.
    struct Waiting {
        /// Tasks that wait for the next record.
        var recordAdded = WaiterQueue()
        /// Tasks that wait until no exchange is open.
        var settling = WaiterQueue()
    }

    /// Blocks the thread until a record follows a position or the follower must finish.
    ///
    /// The caller must not hold the lock.
    ///
    /// - Returns: whether the follower must finish.
    func waitForRecords(after position: Position, unless isFinishing: Locked<Bool>) -> Bool {
        lock.withLock {
            while true {
                if isFinishing.withLock({ $0 }) { return true }
                if self.position != position { return false }
                sleep()
            }
        }
    }

    /// Waits in a queue until a condition holds, the time limit is reached or the task is cancelled.
    ///
    /// - Parameter isDone: the condition, evaluated with the lock held.
    /// - Returns: whether the condition held.
    func wait(
        in queue: Queue,
        within limit: Duration?,
        until isDone: @escaping @Sendable () -> Bool,
    ) async -> Bool {
        // A timer is expensive, and no exchange is open at most calls.
        if lock.withLock(isDone) { return true }
        if let limit, limit <= .zero { return false }
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

    private func suspend(in queue: Queue, _ ticket: WaiterQueue.Ticket, unless isDone: @Sendable () -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSuspended = lock.withLock {
                    guard !isDone(), waiting[keyPath: queue].suspend(continuation, ticket) else { return false }
                    if queue == \.recordAdded { hasSleeper = true } else { hasIdleWaiter = true }
                    return true
                }
                if !isSuspended { continuation.resume() }
            }
        } onCancel: {
            lock.withLock { waiting[keyPath: queue].wake(ticket) }
        }
    }

    /// Waits until no exchange is open, at most for the time limit. Returns whether no exchange is open.
    func waitUntilSettled(within limit: Duration?) async -> Bool {
        await wait(in: \.settling, within: limit) { self.openCount == 0 }
    }
}

/// A queue of tasks that wait for an event of a journal.
///
/// A caller of its methods must hold the journal's lock.
struct WaiterQueue {
    /// The identity of a task in the queue.
    struct Ticket: Hashable {
        fileprivate let number: Int
    }

    private enum State {
        case awaited(CheckedContinuation<Void, Never>)
        /// The task is running.
        case awake
        /// The task was woken before it began to wait.
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

    /// Suspends a task until it is woken. Returns false if it was woken already and must not be suspended.
    mutating func suspend(_ continuation: CheckedContinuation<Void, Never>, _ ticket: Ticket) -> Bool {
        if case .woken = states[ticket] {
            states[ticket] = .awake
            return false
        }
        states[ticket] = .awaited(continuation)
        return true
    }

    /// Wakes one task if it is suspended; otherwise prevents its next suspension. Ignores a removed ticket.
    mutating func wake(_ ticket: Ticket) {
        switch states[ticket] {
        case .awaited(let continuation):
            states[ticket] = .awake
            Self.resume([continuation])
        case .awake, .woken: states[ticket] = .woken
        case nil: break
        }
    }

    /// Wakes every suspended task.
    mutating func wakeAll() {
        var continuations: [CheckedContinuation<Void, Never>] = []
        for (ticket, state) in states {
            guard case .awaited(let continuation) = state else { continue }
            states[ticket] = .awake
            continuations.append(continuation)
        }
        Self.resume(continuations)
    }

    /// Resumes tasks from another task, because resuming them under the journal's lock could deadlock.
    ///
    /// A cancellation handler holds the lock of its task while it waits for the journal's lock.
    private static func resume(_ continuations: [CheckedContinuation<Void, Never>]) {
        guard !continuations.isEmpty else { return }
        Task.detached {
            for continuation in continuations { continuation.resume() }
        }
    }

    /// Removes a task whose wait has ended.
    mutating func forget(_ ticket: Ticket) { states[ticket] = nil }
}
