import RehearsalServer

/// The actor of test suites that make calls that block, such as waiting for a child process.
///
/// A suite that is isolated to this actor runs on one thread of its own, one test at a time. It holds no thread of
/// Swift's cooperative pool, and it starts no more than one child process at a time.
@globalActor
package actor BlockingThread {
    package static let shared = BlockingThread()

    /// The executor, or nil where the system has no thread left; then the main actor's executor serves.
    private let executor = try? ThreadExecutor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
    }
}
