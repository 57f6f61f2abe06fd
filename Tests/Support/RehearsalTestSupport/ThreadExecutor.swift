package import RehearsalPlatform

/// A serial executor that runs its jobs on a dedicated thread.
///
/// An actor with this executor may make blocking calls, which do not block the cooperative pool. Several actors may
/// share an executor. The thread ends when the executor has been released and no job is left.
package final class ThreadExecutor: SerialExecutor {
    private let queue = Queue()

    /// Starts the thread.
    ///
    /// - Parameter onEnd: a closure that the thread calls after its last job.
    /// - Throws: `SystemError` if the system cannot create a thread.
    package init(onEnd: @escaping @Sendable () -> Void = {}) throws(SystemError) {
        let thread = try Thread.start { [queue] in
            queue.run()
            onEnd()
        }
        // The last release may happen on the thread itself, which cannot join itself.
        thread.detach()
    }

    deinit { queue.finish() }

    // iOS 16 has only the older of the two requirements, and newer systems warn about it.
    #if os(iOS)
        package func enqueue(_ job: UnownedJob) { queue.append(job, of: self) }
    #else
        package func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job), of: self) }
    #endif

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// The jobs that wait for the thread.
    private final class Queue: @unchecked Sendable {
        // Sendable: `jobs` and `isFinished` are accessed only while the lock is held.
        private let lock = Lock()
        private let change = Lock.Condition()
        private var jobs: [(job: UnownedJob, executor: ThreadExecutor)] = []
        private var isFinished = false

        /// Appends a job. The entry retains the executor, because a job refers to it without owning it.
        func append(_ job: UnownedJob, of executor: ThreadExecutor) {
            lock.withLock {
                jobs.append((job, executor))
                change.signal()
            }
        }

        func finish() {
            lock.withLock {
                isFinished = true
                change.signal()
            }
        }

        /// Runs jobs in the order in which they were appended, until the queue is finished and empty.
        func run() {
            while let (job, executor) = next() { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
        }

        private func next() -> (job: UnownedJob, executor: ThreadExecutor)? {
            lock.withLock {
                while jobs.isEmpty {
                    if isFinished { return nil }
                    lock.wait(for: change)
                }
                return jobs.removeFirst()
            }
        }
    }
}
