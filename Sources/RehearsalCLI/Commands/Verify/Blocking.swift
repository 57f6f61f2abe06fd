import RehearsalPlatform
import RehearsalServer

/// Waits on a thread for what tasks do. Never on one of the few on which tasks run.
enum Blocking {
    /// What the work returns.
    @discardableResult
    static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
        let box = Box<Value>()
        Task { box.put(await work()) }
        return box.take()
    }

    private final class Box<Value: Sendable>: @unchecked Sendable {
        // Sendable: the value is reached under the lock.
        private let lock = Lock()
        private let news = Lock.Condition()
        private var value: Value?

        func put(_ value: Value) {
            lock.withLock {
                self.value = value
                news.signal()
            }
        }

        func take() -> Value {
            lock.withLock {
                while true {
                    if let value { return value }
                    lock.wait(for: news)
                }
            }
        }
    }
}

extension Result where Failure == any Error {
    /// What the work came to.
    init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
