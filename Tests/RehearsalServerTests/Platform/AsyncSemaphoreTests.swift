import RehearsalPlatform
import TestAdmission
import Testing

@testable import RehearsalServer

/// The waiters of one semaphore, with a log of their resumptions.
private final class Arrivals: @unchecked Sendable {
    // Sendable: `resumed` is accessed under the lock only; the rest never changes.
    private let lock = Lock()
    private let semaphore: AsyncSemaphore
    private var resumed: [String] = []

    init(at semaphore: AsyncSemaphore) { self.semaphore = semaphore }

    /// The names of the waiters in the order in which they were resumed; `!` follows the name of a cancelled one.
    var log: [String] { lock.withLock { resumed } }

    /// Returns a waiter that has not entered, and its place.
    func waiter() -> (waiter: AsyncSemaphore.Waiter, place: AsyncSemaphore.Permit) {
        let place = AsyncSemaphore.Permit(of: semaphore)
        return (AsyncSemaphore.Waiter(for: place), place)
    }

    func enter(_ name: String, _ waiter: AsyncSemaphore.Waiter) {
        semaphore.enter(waiter) { result in
            let isAdmitted = (try? result.get()) != nil
            self.lock.withLock { self.resumed.append(isAdmitted ? name : "\(name)!") }
        }
    }

    /// Enters with a new waiter.
    @discardableResult
    func enter(_ name: String) -> (waiter: AsyncSemaphore.Waiter, place: AsyncSemaphore.Permit) {
        let new = waiter()
        enter(name, new.waiter)
        return new
    }
}

@Suite("A semaphore for tasks", .limitedConcurrency, .timeLimit(.minutes(20)))
struct AsyncSemaphoreTests {
    private struct Broken: Error {}

    /// The number of closures that run at a time, and the largest such number so far.
    private actor Concurrency {
        private var running = 0
        private(set) var most = 0
        private(set) var total = 0

        func begin() { (running, most, total) = (running + 1, max(most, running + 1), total + 1) }
        func end() { running -= 1 }
    }

    @Test("Waiters are admitted in arrival order, one for each place that becomes free.")
    func order() {
        let sut = AsyncSemaphore(permits: 2)
        let arrivals = Arrivals(at: sut)
        let (first, second) = (arrivals.enter("a"), arrivals.enter("b"))
        let third = arrivals.enter("c")
        arrivals.enter("d")
        arrivals.enter("e")
        #expect(arrivals.log == ["a", "b"])
        sut.leave(second.place)
        #expect(arrivals.log == ["a", "b", "c"])
        sut.leave(first.place)
        #expect(arrivals.log == ["a", "b", "c", "d"])
        sut.leave(third.place)
        #expect(arrivals.log == ["a", "b", "c", "d", "e"])
    }

    @Test("No more closures run at a time than there are places.", arguments: [1, 3, 8])
    func bound(_ places: Int) async throws {
        let sut = AsyncSemaphore(permits: places)
        let concurrency = Concurrency()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    try await sut.withPermit {
                        await concurrency.begin()
                        await concurrency.end()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await concurrency.most <= places)
        #expect(await concurrency.total == 500)
    }

    @Test("A closure that throws leaves its place.")
    func throwing() async throws {
        let sut = AsyncSemaphore(permits: 1)
        await #expect(throws: Broken.self) { try await sut.withPermit { throw Broken() } }
        #expect(try await sut.withPermit { 1 } == 1)
    }
}

extension AsyncSemaphoreTests {
    @Test("A waiter that is cancelled leaves the queue, and those behind it keep their order.")
    func cancelledWaiting() {
        let sut = AsyncSemaphore(permits: 1)
        let arrivals = Arrivals(at: sut)
        let first = arrivals.enter("a")
        let second = arrivals.enter("b")
        let third = arrivals.enter("c")
        sut.cancel(second.waiter)
        #expect(arrivals.log == ["a", "b!"])
        sut.leave(first.place)
        #expect(arrivals.log == ["a", "b!", "c"])
        sut.leave(third.place)
        arrivals.enter("d")
        #expect(arrivals.log == ["a", "b!", "c", "d"])
    }

    @Test("A waiter that is cancelled before it enters is rejected if no place is free.")
    func cancelledBefore() {
        let sut = AsyncSemaphore(permits: 1)
        let arrivals = Arrivals(at: sut)
        let first = arrivals.enter("a")
        let second = arrivals.waiter()
        sut.cancel(second.waiter)
        #expect(arrivals.log == ["a"])
        arrivals.enter("b", second.waiter)
        #expect(arrivals.log == ["a", "b!"])
        sut.leave(first.place)
        arrivals.enter("c")
        #expect(arrivals.log == ["a", "b!", "c"])
    }

    @Test("A waiter that is cancelled before it enters is admitted if a place is free.")
    func cancelledBeforeFree() {
        let sut = AsyncSemaphore(permits: 1)
        let arrivals = Arrivals(at: sut)
        let first = arrivals.waiter()
        sut.cancel(first.waiter)
        arrivals.enter("a", first.waiter)
        arrivals.enter("b")
        #expect(arrivals.log == ["a"])
        sut.leave(first.place)
        #expect(arrivals.log == ["a", "b"])
    }

    @Test("Cancelling a waiter after its admission does not free its place a second time.")
    func cancelledAfter() {
        let sut = AsyncSemaphore(permits: 1)
        let arrivals = Arrivals(at: sut)
        let first = arrivals.enter("a")
        let second = arrivals.enter("b")
        arrivals.enter("c")
        sut.leave(first.place)
        sut.cancel(second.waiter)
        sut.cancel(second.waiter)
        #expect(arrivals.log == ["a", "b"])
        sut.leave(second.place)
        #expect(arrivals.log == ["a", "b", "c"])
    }

    @Test("A cancelled task that waits throws CancellationError without running its closure.", arguments: 0..<50)
    func cancelledTask(_ index: Int) async throws {
        let sut = AsyncSemaphore(permits: 1)
        try await sut.withPermit {
            // A detached task does not inherit the place.
            let task = Task.detached { try await sut.withPermit { Issue.record("the closure ran") } }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try await sut.withPermit { 1 } == 1)
    }

    @Test("Places are neither lost nor doubled when half of the waiting tasks are cancelled.")
    func cancelledMany() async throws {
        let sut = AsyncSemaphore(permits: 2)
        let concurrency = Concurrency()
        let tasks = (0..<400).map { _ in
            Task {
                try await sut.withPermit {
                    await concurrency.begin()
                    await concurrency.end()
                }
            }
        }
        for (index, task) in tasks.enumerated() where index.isMultiple(of: 2) { task.cancel() }
        for task in tasks { _ = await task.result }
        #expect(await concurrency.most <= 2)
        #expect(await concurrency.total >= 200)
        let arrivals = Arrivals(at: sut)
        for name in ["a", "b", "c"] { arrivals.enter(name) }
        #expect(arrivals.log == ["a", "b"])
    }
}

extension AsyncSemaphoreTests {
    @Test("A task that holds a place enters again, and so do its child tasks.")
    func nesting() async throws {
        let sut = AsyncSemaphore(permits: 1)
        let sum = try await sut.withPermit {
            try await sut.withPermit {
                async let one = sut.withPermit { 1 }
                async let two = sut.withPermit { try await sut.withPermit { 2 } }
                return try await one + two
            }
        }
        #expect(sum == 3)
    }

    @Test("Entering again does not free the place before the outermost closure ends.")
    func nestingEnd() async throws {
        let sut = AsyncSemaphore(permits: 1)
        let arrivals = Arrivals(at: sut)
        try await sut.withPermit {
            try await sut.withPermit { _ = arrivals.enter("a") }
            #expect(arrivals.log.isEmpty)
        }
        #expect(arrivals.log == ["a"])
    }

    @Test("A place of one semaphore is not a place of another.")
    func others() async throws {
        let (sut, other) = (AsyncSemaphore(permits: 1), AsyncSemaphore(permits: 1))
        let arrivals = Arrivals(at: other)
        try await sut.withPermit {
            let value = try await other.withPermit {
                arrivals.enter("a")
                return try await sut.withPermit { 1 }
            }
            #expect(value == 1)
            #expect(arrivals.log == ["a"])
        }
    }

    @Test("An unstructured task that enters after its test has left takes a place of its own.")
    func outliving() async throws {
        let sut = AsyncSemaphore(permits: 1)
        let (left, leaving) = AsyncStream.makeStream(of: Void.self)
        let task = try await sut.withPermit {
            Task {
                for await _ in left {}
                return try await sut.withPermit {
                    let arrivals = Arrivals(at: sut)
                    arrivals.enter("a")
                    return arrivals.log
                }
            }
        }
        leaving.finish()
        #expect(try await task.value == [])
    }

    @Test("An unstructured task that entered before its test left keeps the place.")
    func staying() async throws {
        let sut = AsyncSemaphore(permits: 1)
        let arrivals = Arrivals(at: sut)
        let (entered, entering) = AsyncStream.makeStream(of: Void.self)
        let (left, leaving) = AsyncStream.makeStream(of: Void.self)
        let task = try await sut.withPermit {
            let task = Task {
                try await sut.withPermit {
                    entering.finish()
                    for await _ in left {}
                }
            }
            for await _ in entered {}
            return task
        }
        arrivals.enter("a")
        #expect(arrivals.log == [])
        leaving.finish()
        try await task.value
        #expect(arrivals.log == ["a"])
    }
}

extension AsyncSemaphoreTests {
    @Test("Tasks that hold every place can wait for a shared task that needs one.", arguments: [1, 4])
    func lending(_ places: Int) async throws {
        let sut = AsyncSemaphore(permits: places)
        let (full, filling) = AsyncStream.makeStream(of: Void.self)
        let shared = Task.detached {
            for await _ in full {}
            return await sut.withOwnPermit { 42 }
        }
        let concurrency = Concurrency()
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<places {
                group.addTask {
                    try await sut.withPermit {
                        await concurrency.begin()
                        if await concurrency.total == places { filling.finish() }
                        return await sut.lendingPermit { await shared.value }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 42, count: places))
    }

    @Test("A shared task takes a place of its own, even if its creator holds one.")
    func own() async throws {
        let sut = AsyncSemaphore(permits: 2)
        let arrivals = Arrivals(at: sut)
        try await sut.withPermit {
            let log = await Task {
                await sut.withOwnPermit {
                    arrivals.enter("a")
                    return arrivals.log
                }
            }.value
            #expect(log == [])
        }
        #expect(arrivals.log == ["a"])
    }

    @Test("A shared task waits for its place even if it is cancelled.")
    func ownCancelled() async throws {
        let sut = AsyncSemaphore(permits: 1)
        let arrivals = Arrivals(at: sut)
        let first = arrivals.enter("a")
        let task = Task { await sut.withOwnPermit { 42 } }
        task.cancel()
        sut.leave(first.place)
        #expect(await task.value == 42)
    }

    @Test("A lent place is taken back without waiting, and becomes free when its task leaves.")
    func takenBack() async throws {
        let sut = AsyncSemaphore(permits: 1)
        let arrivals = Arrivals(at: sut)
        let borrower = arrivals.waiter()
        try await sut.withPermit {
            await sut.lendingPermit {
                await sut.lendingPermit { arrivals.enter("a", borrower.waiter) }
                arrivals.enter("b")
            }
            #expect(arrivals.log == ["a"])
            sut.leave(borrower.place)
            #expect(arrivals.log == ["a"])
        }
        #expect(arrivals.log == ["a", "b"])
    }
}

@Suite("A task that has a semaphore to itself", .limitedConcurrency, .timeLimit(.minutes(20)))
struct ExclusivePlaceTests {
    @Test("An exclusive task runs when all places are free, before tasks that arrived later.")
    func exclusive() async {
        let sut = AsyncSemaphore(permits: 2)
        let arrivals = Arrivals(at: sut)
        let held = arrivals.enter("held")
        let alone = AsyncSemaphore.Permit(of: sut, weight: 2)
        arrivals.enter("alone", AsyncSemaphore.Waiter(for: alone))
        let later = arrivals.enter("later")
        #expect(arrivals.log == ["held"])
        sut.leave(held.place)
        #expect(arrivals.log == ["held", "alone"])
        sut.leave(alone)
        #expect(arrivals.log == ["held", "alone", "later"])
        sut.leave(later.place)
        #expect(await sut.withAllPermits { true })
    }
}
