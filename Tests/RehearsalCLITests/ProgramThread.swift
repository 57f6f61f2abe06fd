import RehearsalTestSupport

/// A child process whose output is read, and whose end is awaited, on a thread of its own.
actor ProgramThread {
    private let executor: ThreadExecutor
    private let program: ChildProgram

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ arguments: [String], environment: [String: String]) throws {
        executor = try ThreadExecutor()
        program = try ChildProgram(arguments, environment: environment)
    }

    /// Runs a closure that may block on the thread.
    func run<Value: Sendable>(_ body: @Sendable (ChildProgram) throws -> Value) rethrows -> Value { try body(program) }
}
