import RehearsalServer

/// The global actor of test suites with blocking calls, such as waiting for a child process.
///
/// A suite that is isolated to this actor runs on one dedicated thread, one test at a time. It does not block the
/// cooperative pool, and starts at most one child process at a time.
@globalActor
package actor BlockingThread {
    package static let shared = BlockingThread()

    /// The executor; nil if no thread could be started, in which case the main actor's executor is used.
    private let executor = try? ThreadExecutor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
    }
}
