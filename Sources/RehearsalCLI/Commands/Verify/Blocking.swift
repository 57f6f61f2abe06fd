import RehearsalPlatform
import RehearsalServer

/// Waits on a thread for what tasks do. Never on one of the few on which tasks run.
enum Blocking {
    /// What the work returns.
    @discardableResult
    static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
        let result = Locked<Value?>(nil)
        Task {
            let value = await work()
            result.withLock { $0 = value }
            result.notify()
        }
        return result.wait { $0 }
    }
}

extension Result where Failure == any Error {
    /// What the work came to.
    init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
