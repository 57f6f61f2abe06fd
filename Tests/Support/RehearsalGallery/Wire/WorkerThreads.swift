import RehearsalPlatform

/// Threads that carry blocking exchanges. Each carries one at a time, and then waits for the next one.
///
/// A new thread for each exchange takes about as long as the exchange.
final class WorkerThreads: Sendable {
    static let shared = WorkerThreads()

    /// The waiting threads, in the order in which they began to wait.
    private let waiting = Locked<[Worker]>([])

    /// The next work of a thread; nil while it waits.
    private typealias Worker = Locked<(@Sendable () -> Void)?>

    /// Runs a closure on a waiting thread, or on a new one if none is waiting.
    ///
    /// - Throws: a `SystemError` if no thread can be started.
    func run(_ work: @escaping @Sendable () -> Void) throws {
        if let worker = waiting.withLock({ $0.popLast() }) {
            worker.withLock { $0 = work }
            return worker.notify()
        }
        let worker = Worker(work)
        try Thread.start { [self] in
            while true {
                carryNext(on: worker)
                waiting.withLock { $0.append(worker) }
            }
        }.detach()
    }

    private func carryNext(on worker: Worker) {
        let work = worker.wait { work in
            defer { work = nil }
            return work
        }
        work()
    }
}
