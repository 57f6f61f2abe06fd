import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("Waiters for a journal", .limitedConcurrency)
struct WaitersTests {
    @Test("A waiter that is woken before it waits does not wait, once.")
    func early() async {
        var sut = WaiterQueue()
        let ticket = sut.makeTicket()
        sut.wake(ticket)
        var isKept = true
        await withCheckedContinuation { continuation in
            isKept = sut.suspend(continuation, ticket)
            continuation.resume()
        }
        #expect(!isKept)
        await withCheckedContinuation { continuation in
            isKept = sut.suspend(continuation, ticket)
            sut.wakeAll()
        }
        #expect(isKept)
    }

    @Test("Waking a waiter that has left has no effect.")
    func late() async {
        var sut = WaiterQueue()
        let ticket = sut.makeTicket()
        sut.forget(ticket)
        sut.wake(ticket)
        var isKept = false
        await withCheckedContinuation { continuation in
            isKept = sut.suspend(continuation, ticket)
            sut.wakeAll()
        }
        #expect(isKept)
    }

    @Test("Cancelling a task while it is woken blocks neither side.", .timeLimit(.minutes(20)))
    func cancelled() async throws {
        let sut = Shared()
        let (isKept, isLocked, isCancelled) = (Event(), Event(), Event())
        let ticket = sut.lock.withLock { sut.waiters.makeTicket() }
        let task = Task {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    _ = sut.lock.withLock { sut.waiters.suspend(continuation, ticket) }
                    isKept.occur()
                }
            } onCancel: {
                isCancelled.occur()
                sut.lock.withLock { sut.waiters.wake(ticket) }
            }
        }
        try await runBlocking { isKept.wait() }
        async let woken: Void = runBlocking {
            sut.lock.withLock {
                isLocked.occur()
                isCancelled.wait()
                sut.waiters.wakeAll()
            }
        }
        try await runBlocking {
            isLocked.wait()
            task.cancel()
        }
        try await woken
        await task.value
    }

    private final class Shared: @unchecked Sendable {
        // Sendable: `waiters` is accessed under the lock only.
        let lock = Lock()
        var waiters = WaiterQueue()
    }

    /// An event that happens once.
    private final class Event: @unchecked Sendable {
        // Sendable: `hasOccurred` is accessed under the lock only.
        private let lock = Lock()
        private let news = Lock.Condition()
        private var hasOccurred = false

        func occur() {
            lock.withLock {
                hasOccurred = true
                news.signal()
            }
        }

        func wait() {
            lock.withLock { while !hasOccurred { lock.wait(for: news) } }
        }
    }
}
