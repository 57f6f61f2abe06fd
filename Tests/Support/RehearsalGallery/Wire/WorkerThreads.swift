import RehearsalPlatform

/// Threads that carry blocking exchanges. Each carries one at a time, and then waits for the next one.
///
/// A new thread for each exchange takes about as long as the exchange.
final class WorkerThreads: Sendable {
    static let shared = WorkerThreads()

    /// The waiting threads. The last one began to wait last.
    private let waiting = Locked<[Worker]>([])

    private typealias Worker = Locked<(@Sendable () -> Void)?>

    /// Runs a closure on a waiting thread, or on a new one if none is waiting.
    ///
    /// - Throws: a `SystemError` if no thread can be started.
    func run(_ work: @escaping @Sendable () -> Void) throws {
        if let worker = waiting.withLock({ $0.popLast() }) {
            worker.withLock { $0 = work }
            return worker.notify()
        }
        try Thread.start { [self] in
            let worker = Worker(nil)
            work()
            while true {
                waiting.withLock { $0.append(worker) }
                let next = worker.wait { work in
                    defer { work = nil }
                    return work
                }
                next()
            }
        }.detach()
    }
}
