/// A counting semaphore that admits tasks in arrival order.
///
/// A task that holds a permit, and every task that inherits its task-local values, enters again with the same permit.
/// The permit becomes free when the last of them leaves. An unstructured task that outlives its test still occupies
/// the permit.
/// A detached task does not inherit the permit and takes its own.
package final class AsyncSemaphore: @unchecked Sendable {
    // Sendable: `free`, `waiters` and the state of every permit and waiter are accessed under the lock only.
    private let lock = Lock()
    /// The number of free permits; negative while more tasks have taken back a lent permit than there are permits.
    private var free: Int
    /// The waiting tasks in arrival order. It is empty unless the first waiter lacks a permit.
    private var waiters: [Waiter] = []

    /// The number of permits.
    package let permits: Int

    /// The permits that the current task holds, at most one for each semaphore.
    @TaskLocal private static var currentPermits: [Permit] = []

    package init(permits: Int) { (self.permits, free) = (permits, permits) }

    /// Runs a closure as soon as a permit is free.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits for a permit; the error of the closure.
    package func withPermit<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value,
    ) async throws -> Value {
        if let permit = reenteredPermit() {
            defer { leave(permit) }
            return try await body()
        }
        let permit = Permit(of: self)
        let waiter = Waiter(for: permit)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enter(waiter) { continuation.resume(with: $0) }
            }
        } onCancel: {
            cancel(waiter)
        }
        defer { leave(permit) }
        return try await Self.$currentPermits.withValue(Self.currentPermits + [permit]) { try await body() }
    }

    /// Runs a closure in a task that several callers wait for, as soon as a permit is free.
    ///
    /// The task takes its own permit even if the caller that created it holds one, and waits for it even if it is
    /// cancelled. A caller that holds a permit must wait within ``lendingPermit(isolation:_:)``.
    package func withOwnPermit<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value {
        await withOwnPermit(Permit(of: self), body)
    }

    private func withOwnPermit<Value: Sendable>(
        _ permit: Permit,
        _ body: @Sendable () async -> Value,
    ) async -> Value {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            enter(Waiter(for: permit)) { _ in continuation.resume() }
        }
        defer { leave(permit) }
        let others = Self.currentPermits.filter { $0.semaphore !== self }
        return await Self.$currentPermits.withValue(others + [permit]) { await body() }
    }

    /// Runs a closure as soon as all permits are free, and admits no other task meanwhile.
    ///
    /// Tasks that request a permit later wait, so this method does not wait forever. A task that takes back a lent
    /// permit does not wait, and may run concurrently with the closure.
    package func withAllPermits<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value {
        await withOwnPermit(Permit(of: self, weight: permits), body)
    }

    /// Runs a closure that waits for tasks which take their own permits.
    ///
    /// If the caller holds a permit, other tasks can take it meanwhile. The caller takes it back without waiting.
    /// Without that, callers that hold all permits would wait for tasks that wait for a permit.
    package func lendingPermit<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value,
    ) async rethrows -> Value {
        guard let permit = Self.currentPermits.last(where: { $0.semaphore === self }) else { return try await body() }
        update(permit) { permit.lenders += 1 }
        defer { update(permit) { permit.lenders -= 1 } }
        return try await body()
    }
}

extension AsyncSemaphore {
    /// A permit that a task holds.
    package final class Permit: @unchecked Sendable {
        // Sendable: `users` and `lenders` are accessed under the lock of the semaphore only.
        fileprivate let semaphore: AsyncSemaphore
        /// The number of closures that run with this permit.
        fileprivate var users = 0
        /// The number of these closures that wait for tasks with their own permits.
        fileprivate var lenders = 0

        /// The number of permits of the semaphore that it needs.
        fileprivate let weight: Int

        /// The number of permits of the semaphore that it occupies now.
        fileprivate var occupied: Int { users > 0 && lenders == 0 ? weight : 0 }

        package init(of semaphore: AsyncSemaphore, weight: Int = 1) {
            (self.semaphore, self.weight) = (semaphore, weight)
        }
    }

    /// A task that enters the semaphore.
    package final class Waiter: @unchecked Sendable {
        // Sendable: `state` is accessed under the lock of the semaphore only.
        fileprivate enum State {
            /// The task is about to enter.
            case arriving
            /// The task was cancelled before it entered.
            case cancelled
            /// The task is suspended until the closure is called.
            case waiting(Resume)
            /// The task was admitted or has given up.
            case finished
        }

        fileprivate let permit: Permit
        fileprivate var state = State.arriving

        package init(for permit: Permit) { self.permit = permit }
    }

    /// A closure that resumes a task that waited.
    package typealias Resume = @Sendable (Result<Void, any Error>) -> Void

    /// Admits a waiter now or when a permit is free, and calls the closure exactly once.
    ///
    /// A waiter that was cancelled before is admitted if a permit is free: it does not wait.
    package func enter(_ waiter: Waiter, _ resume: @escaping Resume) {
        let result: Result<Void, any Error>? = lock.withLock {
            if waiters.isEmpty, free >= waiter.permit.weight {
                admit(waiter)
                return .success(())
            }
            if case .cancelled = waiter.state {
                waiter.state = .finished
                return .failure(CancellationError())
            }
            waiter.state = .waiting(resume)
            waiters.append(waiter)
            return nil
        }
        if let result { resume(result) }
    }

    /// Removes a waiter from the queue. It has no effect on an admitted waiter, whose task releases the permit itself.
    package func cancel(_ waiter: Waiter) {
        let resume: Resume? = lock.withLock {
            switch waiter.state {
            case .arriving:
                waiter.state = .cancelled
                return nil
            case .waiting(let resume):
                waiter.state = .finished
                waiters.removeAll { $0 === waiter }
                return resume
            case .cancelled, .finished: return nil
            }
        }
        // Only a waiter for one permit can be cancelled. While it waits first, no permit is free for the next waiter.
        resume?(.failure(CancellationError()))
    }

    /// Ends one use of a permit.
    package func leave(_ permit: Permit) {
        update(permit) { permit.users -= 1 }
    }

    /// Returns the permit of the current task and counts one more use; nil if the task holds none.
    private func reenteredPermit() -> Permit? {
        guard let permit = Self.currentPermits.last(where: { $0.semaphore === self }) else { return nil }
        return lock.withLock {
            // An unstructured task can inherit a permit that is no longer in use.
            guard permit.users > 0 else { return nil }
            permit.users += 1
            return permit
        }
    }

    /// Changes the state of a permit, then admits as many waiters as there are free permits.
    private func update(_ permit: Permit, _ change: () -> Void) {
        let admitted: [Resume] = lock.withLock {
            let before = permit.occupied
            change()
            free += before - permit.occupied
            return removeAdmitted()
        }
        for resume in admitted { resume(.success(())) }
    }

    /// Removes the waiters from the queue for which permits are free, and admits them. The caller holds the lock.
    private func removeAdmitted() -> [Resume] {
        var admitted: [Resume] = []
        while let waiter = waiters.first, free >= waiter.permit.weight {
            waiters.removeFirst()
            guard case .waiting(let resume) = waiter.state else { continue }
            admit(waiter)
            admitted.append(resume)
        }
        return admitted
    }

    /// Assigns a permit to a waiter. The caller holds the lock.
    private func admit(_ waiter: Waiter) {
        waiter.state = .finished
        waiter.permit.users = 1
        free -= waiter.permit.weight
    }
}
