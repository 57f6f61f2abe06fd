import RehearsalServer

/// The global actor of test suites with blocking calls, such as waiting for a child process.
///
/// The tests of a suite that is isolated to this actor run on one dedicated thread. They do not block the cooperative
/// pool, and one blocking call runs at a time.
@globalActor
package actor BlockingThread {
    package static let shared = BlockingThread()

    /// The executor; nil if no thread could be started, in which case the main actor's executor is used.
    private let executor = try? ThreadExecutor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
    }
}
