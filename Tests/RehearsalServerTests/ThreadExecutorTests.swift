import RehearsalTestSupport
import TestAdmission
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("ThreadExecutor", .limitedConcurrency)
struct ThreadExecutorTests {
    @Test("An executor runs its jobs in the order in which they were enqueued.")
    func order() async throws {
        let sut = Worker(try ThreadExecutor())
        #expect(await sut.appended(1_000) == Array(0..<1_000))
    }

    @Test("An executor runs all of its jobs on one thread, which is not the caller's.")
    func thread() async throws {
        let sut = Worker(try ThreadExecutor())
        let caller = currentThread()
        let threads = [await sut.thread(), await sut.thread(), await sut.threadAfterSuspension()]
        #expect(Set(threads).count == 1)
        #expect(!threads.contains(caller))
    }

    @Test("Two actors that share an executor share its thread.")
    func shared() async throws {
        let executor = try ThreadExecutor()
        let (first, second) = (Worker(executor), Worker(executor))
        #expect(await first.thread() == second.thread())
    }

    @Test("The thread of an executor ends after its last release, not while an actor retains it.")
    func end() async throws {
        let (ends, continuation) = AsyncStream<UInt>.makeStream()
        var sut: Worker? = Worker(
            try ThreadExecutor {
                continuation.yield(currentThread())
                continuation.finish()
            }
        )
        let thread = await sut?.thread()
        sut = nil
        var ended: [UInt] = []
        for await end in ends { ended.append(end) }
        #expect(ended == [thread])
    }

    @Test("The thread of an executor that is released by its own last job ends.")
    func releasedByItself() async throws {
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        let (starts, start) = AsyncStream<Void>.makeStream()
        let task = await Worker(try ThreadExecutor { continuation.finish() }).task(after: starts)
        start.finish()
        await task.value
        for await _ in ends {}
    }

    /// An actor whose jobs an executor runs.
    private actor Worker {
        private let executor: ThreadExecutor
        private var numbers: [Int] = []

        init(_ executor: ThreadExecutor) { self.executor = executor }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func thread() -> UInt { currentThread() }

        func threadAfterSuspension() async -> UInt {
            await Task.yield()
            return currentThread()
        }

        /// Starts that many tasks on this actor, each of which appends its number, and returns the numbers.
        func appended(_ count: Int) async -> [Int] {
            let tasks = (0..<count).map { number in Task { numbers.append(number) } }
            for task in tasks { await task.value }
            return numbers
        }

        /// Starts a task that is the only one to retain this actor, and ends after the stream.
        func task(after stream: AsyncStream<Void>) -> Task<Void, Never> {
            Task {
                for await _ in stream {}
                numbers.append(0)
            }
        }
    }
}

private func currentThread() -> UInt {
    #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
    #else
        UInt(pthread_self())
    #endif
}
